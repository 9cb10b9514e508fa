"""Answers of the calls about shared tables."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.values.schemas import Moment


class TableMay(TypedDict):
    """The caller's rights: to save the table for all, and to name, share and delete it."""

    change: bool
    own: bool


class TableShown(TypedDict):
    """A shared table as its page draws it; `definition` is a `TableDefinition`."""

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
