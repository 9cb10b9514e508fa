"""Codes that must not be shown to people, in mails and files: the rules of `web/apps/e2e/src/codes.ts`."""

from __future__ import annotations

import re

_CODE = re.compile(r"\b(?:[a-z]+[A-Z][A-Za-z]*|undefined|NaN|null|None|True|False|\[object \w+\]|Invalid Date)(?!\w)")
_BARE_ID = re.compile(
    r"\b(?:user|organisation|department|student|tutor|client|agent|candidate|invigilator|person|location|file|role)"
    r" #?\d+\b",
    re.IGNORECASE,
)
_MERGE_FIELD = re.compile(r"\{\{\w+\}\}")
_BRACES = re.compile(r"\{\{|\}\}")
_FOREIGN = re.compile(r"\S+@\S+|\bhttps?:\S+|\S+\.\w{2,4}\b|Cannot read properties of \w+")
"""Mail and web addresses, which may look like codes, and error messages of the browser."""
_ALLOWED = frozenset({"sysAdmin", "iPad", "iPhone", "eBook", "kB", "pH"})
"""`sysAdmin` is the only role shown by its name (`platform.md 6`); the other words contain capitals."""


def codes_in(text: str, *, is_template: bool = False) -> list[str]:
    """Codes (`partPaid`, `None`), ids instead of names (`user 12`) and, except in templates, merge fields
    (`{{name}}`)."""
    plain = _FOREIGN.sub(" ", _MERGE_FIELD.sub(" ", text) if is_template else text)
    codes = [match[0] for rule in (_CODE, _BARE_ID, _BRACES) for match in rule.finditer(plain)]
    return [word for word in codes if word not in _ALLOWED]
