"""Answer of the call that counts a document."""

from __future__ import annotations

from typing import TypedDict


class ArticleCounted(TypedDict):
    """Number of times that the document avoided a ticket, and that it was inserted into an answer."""

    fileId: int
    helped: int
    inserted: int
