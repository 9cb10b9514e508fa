"""Characters to remove from texts: those that cannot be stored, that XML cannot represent, and invisible ones."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_INVISIBLE = {"Cc", "Cf", "Cs", "Zs", "Zl", "Zp"}
"""Unicode categories of invisible characters: controls, formats, spaces."""
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffe\uffff")
"""Invisible characters that Unicode classifies as letters, marks or symbols, and noncharacters."""
_NON_JOINER, _JOINER = "\u200c", "\u200d"
_MEANT = re.compile("[\U000e0020-\U000e007f]")
"""Tag characters, which after a flag form the flag of a part of a country."""


def stored(text: str) -> str:
    """Return `text` without control characters; replace a lone surrogate by a question mark."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode()


def for_xml(text: str) -> str:
    """Return `text` without the characters that XML, and so a spreadsheet, cannot represent."""
    return _NOT_XML.sub("", text)


def trimmed(text: str) -> str:
    """Return `text` without invisible characters at its ends; empty if none of its characters is visible."""
    begin, end = 0, len(text)
    while begin < end and is_invisible(text[begin]):
        begin += 1
    while end > begin and is_invisible(text[end - 1]):
        end -= 1
    return text[begin:end] if any(_is_visible(character) for character in text[begin:end]) else ""


def seen(text: str) -> str:
    """Return `text` without meaningless invisible characters, so that names that look alike are equal. Keep joiners
    between characters that they shape: in Arabic, Persian, Indic scripts and emoji."""
    if text.isascii():
        return text
    kept = [sign for number, sign in enumerate(text) if not _is_hidden(sign) or _shapes(text, number)]
    return "".join(kept)


def is_invisible(character: str) -> bool:
    """Return whether it is a space, control, format or filler character."""
    return unicodedata.category(character) in _INVISIBLE or character in _FILLERS


def is_mark(character: str) -> bool:
    """Return whether it is a combining mark."""
    return unicodedata.category(character).startswith("M")


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) == "Cf" or character in _FILLERS


def _shapes(text: str, number: int) -> bool:
    """Return whether an invisible character is meaningful: a joiner between letters beyond Latin, Greek and Cyrillic,
    or in an emoji; a tag after one; a sign that belongs to the spelling of a script, such as the Arabic number sign."""
    sign = text[number]
    if _MEANT.match(sign):
        return "\U0001f3f4" in text[:number]
    if sign not in {_JOINER, _NON_JOINER}:
        return unicodedata.bidirectional(sign) == "AN" and unicodedata.category(sign) == "Cf"
    before = next((other for other in reversed(text[:number]) if not is_mark(other)), "")
    after = text[number + 1 : number + 2]
    if not before or not after or before in {_JOINER, _NON_JOINER}:
        return False
    return _is_joined(before) and (_is_joined(after) or is_mark(after))


def _is_joined(character: str) -> bool:
    """Return whether joiners change its shape: letters of some scripts (Arabic to Mongolian), and emoji."""
    if unicodedata.category(character) in {"So", "Sk"}:
        return True
    return "\u0600" <= character <= "\u1cff" and character.isalpha()


def _is_visible(character: str) -> bool:
    """Return whether the character is visible alone; a combining mark is not."""
    return not is_invisible(character) and not is_mark(character)
