"""The answer of the search."""

from __future__ import annotations

from typing import TypedDict


class PersonHit(TypedDict):
    """A person or a course that was found; `target` is its screen, `statusLabel` the words for its status.

    `near` says that the name is one typo away from what was typed.
    """

    kind: str
    id: int
    title: str
    detail: str
    department: str
    status: str
    statusLabel: str
    near: bool
    target: str
