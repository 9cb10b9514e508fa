"""Answers about feeds."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class Feed(TypedDict):
    """The state of the caller's feed; `deadlines` is null for callers whose feed cannot have exam deadlines."""

    exists: bool
    created: Moment | None
    lastRead: Moment | None
    deadlines: bool | None


class FeedAddress(TypedDict):
    """The secret address of a new feed."""

    url: str
