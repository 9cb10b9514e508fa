"""Answers to calls about comments (`docs/api.md`, Comments)."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Named
from kit.values.schemas import Moment
from support.comments.attributes import COMMENT


class CommentAuthor(Named):
    """The author."""


class CommentRights(TypedDict):
    """The rights of the caller on a comment."""

    edit: bool
    delete: bool
    pin: bool
    lock: bool


@COMMENT.answer
class Comment(TypedDict):
    """A comment; `modifiedDate` is the date of its last edit."""

    id: int
    author: CommentAuthor
    typeLabel: str
    createdDate: Moment
    color: str
    may: CommentRights


class CommentType(TypedDict):
    """A type of comment that the caller may write; `audience` lists the kinds of person who read it besides staff."""

    value: str
    label: str
    color: str
    audience: list[str]


class CommentPage(TypedDict):
    """Comments of a record, pinned ones first, newest first."""

    data: list[Comment]
    total: int
    totalIsExact: bool
    next: str | None
    types: list[CommentType]


class CommentPinned(TypedDict):
    """Whether it is pinned now."""

    id: int
    pinned: bool


class CommentLocked(TypedDict):
    """Whether it is locked now."""

    id: int
    locked: bool


class CommentDeleted(TypedDict):
    """The deleted comment."""

    id: int


class CommentRevision(TypedDict):
    """The text of a comment until `replaced`."""

    id: int
    type: str
    comment: str
    replaced: Moment
    replacedBy: CommentAuthor


class Mentionable(Named):
    """A person who can be mentioned."""
