"""Answers to calls about board files."""

from __future__ import annotations

from typing import TypedDict


class ImportStarted(TypedDict):
    """The job that reads a file; its result has the outcome of each record."""

    id: str


class FileMade(TypedDict):
    """A file to a board: the number of its entries, and those left out with the reason. `id` is null for a dry run."""

    id: int | None
    name: str
    kind: str
    centre: str
    entries: int
    leftOut: list[str]


class RowAside(TypedDict):
    """A record of a file that was set aside, with its current outcome."""

    id: int
    text: str


class RowsRead(TypedDict):
    """The number of refused records of a file that could be stored now."""

    read: int
