"""The answer of the search."""

from __future__ import annotations

from typing import TypedDict


class PersonHit(TypedDict):
    """A matching person or course; `target` is its screen, `statusLabel` the text of its status.

    `near` means that the name is one typo away from the query.
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
