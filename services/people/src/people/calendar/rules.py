"""Pure rules of the calendar: when somebody is free."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

Span = tuple[dt.datetime, dt.datetime]
STEP = dt.timedelta(minutes=30)
"""Free times begin at every half hour, or when something ends."""


def free(open_spans: Iterable[Span], taken: Sequence[Span], length: dt.timedelta, most: int) -> list[Span]:
    """The first `most` spans of `length` that lie within one of `open_spans` and touch none of `taken`; none overlaps
    another."""
    return list(islice(_free(open_spans, taken, length), most))


def _free(open_spans: Iterable[Span], taken: Sequence[Span], length: dt.timedelta) -> Iterator[Span]:
    for opens, closes in open_spans:
        start = opens
        while start + length <= closes:
            in_the_way = [end for begins, end in taken if begins < start + length and start < end]
            if in_the_way:
                start = max(in_the_way)
            else:
                yield start, start + length
                start += max(length, STEP)
