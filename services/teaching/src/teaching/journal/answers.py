"""Shapes of the answers about the journal, beyond the fields of an entry."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class JournalPerson(TypedDict):
    """A user."""

    id: int
    name: str


class JournalReader(TypedDict):
    """Somebody named on the entry, and when they read it."""

    id: int
    name: str
    journalWithUserId: int
    isRead: bool
    read: Moment | None


class JournalLink(TypedDict):
    """A slip, course, event or homework that the entry is about; `target` is null if the reader does not reach it."""

    kind: str
    id: int
    title: str
    target: str | None


class JournalBrief(TypedDict):
    """Another entry of the thread."""

    id: int
    parentId: int | None
    author: JournalPerson
    date: dt.date
    created: Moment
    excerpt: str
    journalWithUserId: int | None
    isRead: bool


class JournalReply(JournalBrief):
    """An entry of the thread as a whole."""

    content: str
    people: list[str]


class JournalParts(TypedDict):
    """Parts of an entry beyond its fields. `journalWithUserId` and `isRead` are the caller's own: null and true for
    somebody who is not named on it. Parent, children and thread hold the entries that the caller sees."""

    author: JournalPerson
    users: list[JournalReader]
    journalWithUserId: int | None
    isRead: bool
    isEdited: bool
    departmentTitle: str
    links: list[JournalLink]
    parent: JournalBrief | None
    children: list[JournalBrief]
    thread: list[JournalReply]


class JournalRead(TypedDict):
    """The caller's reading of an entry."""

    id: int
    isRead: bool
    read: Moment | None
