"""The answer of the search."""

from __future__ import annotations

from typing import TypedDict


class PersonHit(TypedDict):
    """A person or a course that was found; `target` is its screen."""

    kind: str
    id: int
    title: str
    detail: str
    status: str
    target: str
