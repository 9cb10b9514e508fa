"""Answers of the calls on what was read in a file."""

from __future__ import annotations

from typing import Literal, TypedDict

from kit.values.schemas import Moment


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


class MailAttachment(TypedDict):
    """An attachment of a mail: its place from 1, its name, and its size in bytes."""

    place: int
    name: str
    size: int


# The head `from` is a keyword of Python.
Mail = TypedDict(
    "Mail",
    {
        "from": str, "to": str, "cc": str, "subject": str, "date": Moment | None, "html": str, "text": str,
        "attachments": list[MailAttachment],
    },
)  # fmt: skip
"""A mail. Its words are `html`, sanitised, or `text`; the other is ''."""


class Hit(TypedDict):
    """A page with the sought word, how often it has it, and the words around the first place."""

    page: int
    count: int
    excerpt: str
