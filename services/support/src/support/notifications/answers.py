"""Answers to calls about notices (`docs/api.md`, Realtime)."""

from __future__ import annotations

from typing import Literal, TypedDict

from kit.values.schemas import Moment


class Notice(TypedDict):
    """A notice under the user's own running number; `target` is the screen it opens."""

    number: int
    kind: str
    title: str
    text: str
    target: str
    created: Moment
    read: bool


class Notices(TypedDict):
    """The caller's notices, and the number of unread ones."""

    data: list[Notice]
    unread: int


class StreamTicket(TypedDict):
    """A ticket that opens the stream once within `expiresIn` seconds."""

    ticket: str
    expiresIn: int


class NoticeRead(TypedDict):
    """The notice that was read."""

    number: int
    read: bool


class NoticesRead(TypedDict):
    """The number of notices that were marked read."""

    read: int


class NoticeKind(TypedDict):
    """The channels that a user chose for a kind of notice; the bell of a `must` kind stays on."""

    name: str
    title: str
    text: str
    must: bool
    bell: bool
    mail: bool


class NoticeSettings(TypedDict):
    """All kinds, how often unread notices are mailed, and the mail address, empty if unknown."""

    address: str
    digest: Literal["off", "daily", "weekly"]
    kinds: list[NoticeKind]
