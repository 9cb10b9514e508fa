"""Closed records: one with the mark `archived` or `deleted` keeps its uses and its name, but takes no new
references."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Row
from kit.records import deleted
from kit.records.fieldset import FieldSet
from kit.values.labels import humanize

_CLOSED_BY = ("archived", "deleted")
"""Columns that close a record when they are true."""
ARCHIVED = "No longer offered; what refers to it keeps it"


def closed_refusal(row: Row, noun: str) -> str | None:
    """Return the text that refuses new references to the closed record `row`, for a command that has read it, or
    None."""
    marked = any(row.get(name) for name in _CLOSED_BY)
    return closed_text(record_name(None, row), noun) if marked else None


def closed_text(title: str, noun: str) -> str:
    """Return the text that refuses a new reference to a closed record."""
    return f"{title} is no longer offered. Please choose another {noun}."


def is_closed(fieldset: FieldSet) -> sa.ColumnElement[bool]:
    """Return whether a record of the set is closed: by its own mark, by `archived`, or because it is deleted."""
    own = fieldset.closed if fieldset.closed is not None else is_marked(fieldset.table)
    return sa.or_(own, deleted.condition(fieldset))


def is_marked(table: sa.Table) -> sa.ColumnElement[bool]:
    """Return whether a row is archived or deleted."""
    archive = [table.c["archived"]] if "archived" in table.c else []
    return sa.or_(sa.false(), *archive, *deleted.of_table(table))


def record_name(fieldset: FieldSet | None, row: Row) -> str:
    """Return the name of a record in a sentence."""
    if fieldset is not None and fieldset.delete is not None and fieldset.delete.named is not None:
        return fieldset.delete.named(row)
    return str(row.get("title") or row.get("name") or f"{humanize(fieldset.name) if fieldset else 'Entry'} {row['id']}")
