"""Characters to remove from texts: those that cannot be stored, that XML cannot hold, and invisible ones."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
"""Unicode categories of invisible characters: controls, formats, spaces."""
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffe\uffff")
"""Invisible characters that Unicode counts as letters or symbols, and noncharacters."""


def stored(text: str) -> str:
    """`text` without control characters; a lone surrogate becomes a question mark."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode()


def for_xml(text: str) -> str:
    """`text` without the characters that XML, and so a spreadsheet, cannot hold."""
    return _NOT_XML.sub("", text)


def trimmed(text: str) -> str:
    """`text` without invisible characters at its ends; empty when none of its characters is visible."""
    begin, end = 0, len(text)
    while begin < end and _is_invisible(text[begin]):
        begin += 1
    while end > begin and _is_invisible(text[end - 1]):
        end -= 1
    return text[begin:end] if any(_is_visible(character) for character in text[begin:end]) else ""


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in _INVISIBLE or character in _FILLERS


def _is_visible(character: str) -> bool:
    """True if the character shows by itself; a combining mark does not."""
    return not _is_invisible(character) and not unicodedata.category(character).startswith("M")
