"""Initials of a name, in any script; the page makes the same (`web/libs/ui/src/initials.json` has examples of both)."""

from __future__ import annotations

import re
import unicodedata

from wcwidth import iter_graphemes

_GEORGIAN, _ARABIC = re.compile("[\u10d0-\u10ff]"), re.compile("[\u0600-\u077f]")
NON_JOINER = "\u200c"


def initials(name: str) -> str:
    """`GH` of Grace Hopper: the first sign of the first and of the last word, empty where no word has any. Two Arabic
    ones have a non-joiner between them, since side by side they would be a word."""
    found = signs(name)
    return (NON_JOINER if found and _ARABIC.match(found[0]) else "").join(found)


def signs(name: str) -> list[str]:
    """Return the initials one by one, at most two. Each is what a reader takes for one sign: an accent, a vowel sign or
    a family of emoji is never cut off."""
    found = [sign for word in unicodedata.normalize("NFC", name).split() if (sign := _first(word))]
    return [found[0], found[-1]] if len(found) > 1 else found


def _first(word: str) -> str:
    for sign in iter_graphemes(word):
        if any(unicodedata.category(one)[0] in "LN" or unicodedata.category(one) == "So" for one in sign):
            # ß has no capital letter of its own, Georgian has capitals that names are not written with.
            upper = sign.upper()
            return sign if len(upper) > len(sign) or _GEORGIAN.search(sign) else upper
    return ""
