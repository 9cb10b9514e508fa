"""Answers of the calls about shared tables."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.values.schemas import Moment


class TableMay(TypedDict):
    """The caller's rights: to save the table for all, and to name, share and delete it."""

    change: bool
    own: bool


class OwnTable(TypedDict):
    """The caller's own copy of a table, and the version of the shared one that it was made from."""

    version: int
    definition: dict[str, Any]


class TableVersion(TypedDict):
    """A table as it was saved for all: its title, and the roles and people it was shared with then."""

    version: int
    title: str
    description: str
    saved: Moment
    savedBy: str
    roles: list[str]
    people: list[str]


class TableShown(TypedDict):
    """A shared table as its page draws it; `definition` is a `TableDefinition`, `version` that of the definition."""

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
    """The parts of a table beyond its fields."""

    ownerId: int


class Start(TypedDict):
    """The definition that one of the caller's lists starts from: that of a shared table, or of the layout of a role."""

    list: str
    title: str
    slug: str | None
    definition: dict[str, Any]


class FormulaFunction(TypedDict):
    """A function of the formulas: how it is written, and what it gives."""

    name: str
    shape: str
    text: str
