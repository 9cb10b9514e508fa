"""Types of the answers about website notices."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class NoticeParts(TypedDict):
    """Parts of a notice besides its fields. `state` follows from its dates: scheduled, live or ended once approved."""

    state: str
    stateTitle: str
    stateColor: str
    reason: str
    submittedBy: str
    submitted: dt.datetime | None
    approvedBy: str
    approved: dt.datetime | None


PublicNotice = TypedDict(
    "PublicNotice",
    {
        "id": int,
        "title": str,
        "text": str,
        "audience": list[str],
        "language": str,
        "priority": str,
        "from": dt.date,
        "until": dt.date | None,
        "picture": str | None,
    },
)
"""A notice for the public. `text` is sanitised HTML, `picture` an address, `until` the last day."""


class Snippet(TypedDict):
    """The snippet that shows notices on another site, and the addresses of the public calls."""

    snippet: str
    json: str
    rss: str
    html: str
