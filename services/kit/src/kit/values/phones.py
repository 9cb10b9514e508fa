"""Telephone numbers in a search: found by their digits, in every common notation.

`+44 20 7946 0123`, `0044 (0)20-7946-0123`, `020 7946 0123` and the last six digits or more find the same number. A
number without a country code is one of the United Kingdom; one of another country is found with and without its code.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

_WRITTEN = re.compile(r"\+?[0-9()./-]+")
_IN_FRONT = re.compile(r"(?:\+44|0044|44(?=[0-9]{9})|00|\+)?0*")
"""The code of our country, or the prefix of a country code, and the zero of a call within the country."""
FEWEST = 6
"""Minimum number of digits for a typed word to count as a telephone number and not as a house or a year."""


def digits_of(word: str) -> str:
    """Return the digits by which a search finds the number written as `word`; empty if it is not a number, or too
    short.

    They are the end of the typed digits, so every stored notation of the number contains them.
    """
    text = _plain(word)
    typed = re.sub(r"[^0-9+]", "", text)
    digits = typed.lstrip("+")
    if _WRITTEN.fullmatch(text) is None or len(digits) < FEWEST:
        return ""
    significant = _IN_FRONT.sub("", typed, count=1)
    return significant if len(significant) >= FEWEST - 1 else digits


def joined(tokens: Iterable[str]) -> Iterator[str]:
    """Yield `tokens`, joining those that form one number written with spaces."""
    for written, group in groupby(tokens, key=lambda word: _WRITTEN.fullmatch(_plain(word)) is not None):
        run = list(group)
        together = "".join(run)
        yield from [together] if written and digits_of(together) else run


def _plain(word: str) -> str:
    return re.sub("[‐‑‒–—−]", "-", unicodedata.normalize("NFKC", word))
