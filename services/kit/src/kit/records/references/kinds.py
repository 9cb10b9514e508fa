"""Kinds of records that a service owns, copies or uses, and their uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import sqlalchemy as sa

from kit.records.fieldset import FieldSet


class Listing(Protocol):
    """A list whose rows are records of the field set `edit`; `kit.lists.ListSpec` is one."""

    @property
    def path(self) -> str: ...
    @property
    def aliases(self) -> Sequence[str]: ...
    @property
    def edit(self) -> FieldSet | None: ...


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A kind of record that service `owner` owns. `name` is the noun for one record.

    `copy` is its read model, with `id`, `title` and the columns that close a record; without one the owner is asked.
    `sources` are further calls that return its records, besides those below `path`. A `lasting` kind is never deleted
    or archived: its uses are not counted, and its owners are not asked. `archives`: it has a list of its archived
    records.
    """

    path: str
    name: str
    owner: str
    copy: sa.Table | None = None
    sources: Sequence[str] = ()
    lasting: bool = False
    archives: bool = False


@dataclass(frozen=True)
class Uses:
    """A use: `column` contains the column `key` of a record of `kind`. `where` restricts the rows, for instance if
    another column names the kind."""

    column: sa.Column[Any]
    kind: str
    where: sa.ColumnElement[bool] | None = None
    key: str = "id"


@dataclass(frozen=True)
class Count:
    """The number of records of one table that use another record."""

    singular: str
    plural: str
    number: int

    def text(self) -> str:
        return f"{self.number:,} {self.singular if self.number == 1 else self.plural}"


def nouns(table: sa.Table) -> tuple[str, str]:
    """Singular and plural noun for the records of a table: its `info["nouns"]`, or derived from its name."""
    if "nouns" in table.info:
        singular, plural = table.info["nouns"]
        return singular, plural
    name = table.name.replace("_", " ")
    if re.search(r"[^aeiou]y$", name):
        return name, f"{name[:-1]}ies"
    return name, f"{name}es" if re.search(r"(s|x|ch|sh)$", name) else f"{name}s"
