"""Answers of the calls on what was read in a file."""

from __future__ import annotations

from typing import Literal, TypedDict


class Reading(TypedDict):
    """The state of a file's reading: its pages once it is read, and the reason why there is nothing to show.
    `conversion` is the id of the PDF made of an office document; `again`: its reading failed, and the caller may have
    it read again."""

    state: Literal["waiting", "read", "unreadable", "none"]
    pages: int | None
    reason: str
    thumbnail: bool
    conversion: int | None
    again: bool


class Hit(TypedDict):
    """A page with the sought word, how often it has it, and the words around the first place."""

    page: int
    count: int
    excerpt: str
