"""Characters that are no text: what cannot be stored, what a sheet cannot hold, what nobody sees."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_UNSEEN = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
"""Unicode categories that show nothing by themselves: controls, formats, spaces."""
_FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0\ufffe\uffff")
"""Letters and signs by category that are drawn as nothing, and what is no character at all."""


def stored(text: str) -> str:
    """`text` without control characters; half a surrogate pair, which is no character, becomes a question mark."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode()


def for_xml(text: str) -> str:
    """`text` without the characters that XML, and so a spreadsheet, cannot hold."""
    return _NOT_XML.sub("", text)


def trimmed(text: str) -> str:
    """`text` without what nobody sees at its ends; empty where there is nothing to see in it at all."""
    begin, end = 0, len(text)
    while begin < end and _unseen(text[begin]):
        begin += 1
    while end > begin and _unseen(text[end - 1]):
        end -= 1
    return text[begin:end] if any(_marks_more_than_nothing(sign) for sign in text[begin:end]) else ""


def _unseen(sign: str) -> bool:
    return unicodedata.category(sign) in _UNSEEN or sign in _FILLERS


def _marks_more_than_nothing(sign: str) -> bool:
    """A combining mark alone is drawn on nothing."""
    return not _unseen(sign) and not unicodedata.category(sign).startswith("M")
