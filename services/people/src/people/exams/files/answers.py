"""Answers of the calls of board files."""

from __future__ import annotations

from typing import TypedDict


class ImportStarted(TypedDict):
    """The job that reads a file; its result has the outcome of each record."""

    id: str


class FileMade(TypedDict):
    """A file to a board: how many entries it tells of, and which were left out and why. `id` is null of a trial."""

    id: int | None
    name: str
    kind: str
    centre: str
    entries: int
    leftOut: list[str]


class RowAside(TypedDict):
    """A record of a file that was set aside, with what it says now."""

    id: int
    text: str


class RowsRead(TypedDict):
    """How many refused records of a file could be kept now."""

    read: int
