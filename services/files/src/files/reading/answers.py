"""Answers to calls about the results of reading a file."""

from __future__ import annotations

from typing import Literal, TypedDict

from kit.values.schemas import Moment


class Reading(TypedDict):
    """The state of a file's reading: its pages once it is read, and the reason if there is nothing to show.
    `conversion` is the id of the PDF of an office document; `again`: the reading failed, and the caller may repeat
    it."""

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


# the header `from` is a keyword of Python
Mail = TypedDict(
    "Mail",
    {
        "from": str,
        "to": str,
        "cc": str,
        "subject": str,
        "date": Moment | None,
        "html": str,
        "text": str,
        "attachments": list[MailAttachment],
    },
)
"""A mail. Its text is in `html`, sanitised, or in `text`; the other is ''."""


class Hit(TypedDict):
    """A page with the searched word, the number of hits, and the words around the first one."""

    page: int
    count: int
    excerpt: str
