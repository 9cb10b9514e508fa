"""Answers to calls about canned answers."""

from __future__ import annotations

from typing import TypedDict


class CannedParts(TypedDict):
    """The merge fields of a text with their meaning, and how often it was inserted."""

    mergeFields: dict[str, str]
    used: int


class CannedChoice(TypedDict):
    """A canned answer for a ticket, as offered in the answer box; `text` is html with its merge fields filled."""

    id: int
    title: str
    shortcut: str
    text: str


class CannedUsed(TypedDict):
    """Number of times that the answer was inserted."""

    id: int
    used: int
