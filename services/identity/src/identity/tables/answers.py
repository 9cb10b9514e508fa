"""Answers to calls about shared tables."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.values.schemas import Moment


class TableMay(TypedDict):
    """The caller's rights: to save the table for all, and to name, share and delete it."""

    change: bool
    own: bool


class OwnTable(TypedDict):
    """The caller's own copy of a table, and the version of the shared one from which it was made."""

    version: int
    definition: dict[str, Any]


class TableVersion(TypedDict):
    """A table as saved for all: its title, and the roles and people with whom it was shared then."""

    version: int
    title: str
    description: str
    saved: Moment
    savedBy: str
    roles: list[str]
    people: list[str]


class TableShown(TypedDict):
    """A shared table for its page; `definition` is a `TableDefinition`, `version` that of the definition."""

    id: int
    slug: str
    title: str
    description: str
    list: str
    screen: str
    definition: dict[str, Any]
    ownerId: int
    owner: str | None
    locked: bool
    modified: Moment
    modifiedBy: str
    version: int
    own: OwnTable | None
    may: TableMay


class TableParts(TypedDict):
    """The parts of a table besides its fields."""

    ownerId: int


class Start(TypedDict):
    """The initial definition of one of the caller's lists: from a shared table, or from a role's layout."""

    list: str
    title: str
    slug: str | None
    definition: dict[str, Any]


class FormulaFunction(TypedDict):
    """A function of formulas: its syntax, and its result."""

    name: str
    shape: str
    text: str
