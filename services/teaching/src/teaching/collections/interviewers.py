"""The field type for a collection report's interviewers: staff and tutors, in one list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.values import FieldType, RecordId
from teaching.collections import rules

_KEY = re.compile(r"(staff|tutor):([1-9][0-9]{0,17})")
_CHOOSE = "Please choose staff or tutors"


@dataclass(frozen=True, kw_only=True)
class Interviewers(FieldType):
    """Staff and tutors as `tutor:12`, without duplicates, at most `most`; `{kind, id}` is accepted too. `source` is the
    call that lists the choices."""

    source: str = "/collectionreport/interviewers"
    most: int = 10
    kind = "multiselect"
    many = True

    def empty(self) -> Any:
        return []

    def read(self, raw: Any) -> list[str]:
        if not isinstance(raw, list):
            raise Invalid(_CHOOSE)
        if len(raw) > self.most:
            raise Invalid(f"Please add at most {self.most} entries")
        return list(dict.fromkeys(_key(entry) for entry in raw))

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"optionsFrom": self.source}

    def schema(self) -> dict[str, Any]:
        return {"type": ["array", "null"], "items": {"type": "string"}}

    def answer(self) -> dict[str, Any]:
        return {"type": "array", "items": {"type": "string"}}


def _key(entry: Any) -> str:
    if isinstance(entry, dict) and set(entry) == {"kind", "id"} and entry["kind"] in rules.KINDS:
        return f"{entry['kind']}:{RecordId().read(entry['id'])}"
    if not isinstance(entry, str) or not _KEY.fullmatch(entry):
        raise Invalid(_CHOOSE)
    return entry


def parts_of(key: str) -> tuple[str, int]:
    """Return the kind and id of an interviewer."""
    kind, _, number = key.partition(":")
    return kind, int(number)
