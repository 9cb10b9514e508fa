"""Telephone numbers in a search: found by their digits, in every common way to write them.

`+44 20 7946 0123`, `0044 (0)20-7946-0123`, `020 7946 0123` and the last six digits or more find the same number. A
number without a code is one of the United Kingdom; one of another country is found with its code and without.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

_WRITTEN = re.compile(r"\+?[0-9()./-]+")
_IN_FRONT = re.compile(r"(?:\+44|0044|44(?=[0-9]{9})|00|\+)?0*")
"""The code of our country, or the sign of a code, and the zero of a call within the country."""
FEWEST = 6
"""The digits from which on something typed is a number, not a house or a year."""


def digits_of(word: str) -> str:
    """Return the digits by which the number that is written as `word` is found; empty where it is none, or too little
    of one.

    They are the end of those typed, so they stand in the number however it was stored.
    """
    text = _plain(word)
    typed = re.sub(r"[^0-9+]", "", text)
    digits = typed.lstrip("+")
    if _WRITTEN.fullmatch(text) is None or len(digits) < FEWEST:
        return ""
    found = _IN_FRONT.sub("", typed, count=1)
    return found if len(found) >= FEWEST - 1 else digits


def joined(words: Iterable[str]) -> Iterator[str]:
    """`words`, where those of one number that was written with spaces are one."""
    for written, group in groupby(words, key=lambda word: _WRITTEN.fullmatch(_plain(word)) is not None):
        run = list(group)
        together = "".join(run)
        yield from [together] if written and digits_of(together) else run


def _plain(word: str) -> str:
    return re.sub("[‐‑‒–—−]", "-", unicodedata.normalize("NFKC", word))
