"""Pure rules of the calendar: free times."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

Span = tuple[dt.datetime, dt.datetime]
STEP = dt.timedelta(minutes=30)
"""Free times begin at every half hour, or when something ends."""


def free(open_spans: Iterable[Span], taken: Sequence[Span], length: dt.timedelta, most: int) -> list[Span]:
    """Return the first `most` spans of `length` that lie within one of `open_spans` and touch none of `taken`; none
    overlap."""
    return list(islice(_free(open_spans, taken, length), most))


def shared(spans: Iterable[Span], others: Iterable[Span]) -> list[Span]:
    """Return the parts of `spans` that are also in one of `others`, in order."""
    joined = _joined(others)
    both = ((max(begins, opens), min(ends, closes)) for begins, ends in spans for opens, closes in joined)
    return sorted((begins, ends) for begins, ends in both if begins < ends)


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in order, with touching ones joined."""
    joined: list[Span] = []
    for begins, ends in sorted(spans):
        if joined and begins <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(ends, joined[-1][1]))
        else:
            joined.append((begins, ends))
    return joined


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
