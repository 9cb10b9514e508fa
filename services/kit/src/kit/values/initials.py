"""Initials of a name, in any script; the page computes the same (`web/libs/ui/src/initials.json` has examples of
both)."""

from __future__ import annotations

import re
import unicodedata

from wcwidth import iter_graphemes

_GEORGIAN, _ARABIC = re.compile("[\u10d0-\u10ff]"), re.compile("[\u0600-\u077f]")
NON_JOINER = "\u200c"


def initials(name: str) -> str:
    """Return `GH` for Grace Hopper: the first character of the first and of the last word, empty if no word has any.
    Two Arabic initials have a non-joiner between them, since next to each other they would form a word."""
    characters = signs(name)
    return (NON_JOINER if characters and _ARABIC.match(characters[0]) else "").join(characters)


def signs(name: str) -> list[str]:
    """Return the initials one by one, at most two. Each is one character for a reader: an accent, a vowel sign or a
    family of emoji is never cut off."""
    characters = [sign for word in unicodedata.normalize("NFC", name).split() if (sign := _first(word))]
    return [characters[0], characters[-1]] if len(characters) > 1 else characters


def _first(word: str) -> str:
    for sign in iter_graphemes(word):
        if any(unicodedata.category(one)[0] in "LN" or unicodedata.category(one) == "So" for one in sign):
            # ß has no single capital letter, and Georgian has capitals that are not used for names.
            upper = sign.upper()
            return sign if len(upper) > len(sign) or _GEORGIAN.search(sign) else upper
    return ""
