"""Answers to calls about whiteboards."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class BoardOwner(TypedDict):
    """The owner of the board."""

    id: int
    name: str


class BoardMember(TypedDict):
    """A person of a board; `invited` is false for people of its course who have opened it."""

    id: int
    name: str
    level: str
    locked: bool
    invited: bool


class BoardParts(TypedDict):
    """The parts of a board besides its fields. `reason` says why the caller cannot draw, empty if they can."""

    owner: BoardOwner
    course: str
    pages: int
    number: int
    drawn: Moment
    draws: bool
    runs: bool
    reason: str
    members: list[BoardMember]


class BoardPeople(TypedDict):
    """The people of a board, and whether it is locked."""

    id: int
    locked: bool
    members: list[BoardMember]


class Joined(TypedDict):
    """The board that the caller opened, and whether they may draw."""

    id: int
    draws: bool


class BoardId(TypedDict):
    """A board."""

    id: int


class BoardKept(TypedDict):
    """The file that holds a rendering of a board."""

    id: int
    fileId: int


class BoardUpdate(TypedDict):
    """A Yjs update as base64, and its number."""

    number: int
    update: str


class Drawn(TypedDict):
    """Updates of a board after a number; `more` if another call has the rest."""

    updates: list[BoardUpdate]
    number: int
    more: bool


class Stored(TypedDict):
    """The number of the stored strokes."""

    number: int
