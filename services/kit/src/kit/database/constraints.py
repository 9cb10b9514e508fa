"""Texts for a person when the database refuses a write: the text declared beside a constraint, else one made of what
the constraint says; always with the field it is about.

A service's tables are registered with it, and its suite holds every constraint to a text (`walk_schema`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from kit.errors import Conflict, Invalid, Refused

Constraint = sa.Constraint | sa.Index

TITLE = "Form errors"
TOO_LARGE = "This number is too large to be kept. Please enter a smaller one"
NO_SUCH_VALUE = "This value cannot be kept. Please enter another"
IN_USE = "This entry is still in use"


@dataclass(frozen=True)
class Text:
    """A fault, and the wire names of the fields it is about."""

    text: str
    fields: tuple[str, ...]


def constraint_text(name: str, text: str, about: str = "") -> str:
    """Declare what a person reads when constraint `name` refuses a write, and the column it is `about` where that is
    not the first in it; returns `name` for use in the table."""
    _declared[name] = text
    if about:
        _about[name] = about
    return name


def name_field(table: str, column: str, name: str, label: str) -> None:
    """Declare under which name and label people know a column."""
    _fields.setdefault((table, column), (name, label))


def register(metadata: sa.MetaData) -> None:
    """Know the constraints of these tables by their names."""
    for constraint in constraints(metadata):
        _known[name_of(constraint)] = constraint


def constraints(metadata: sa.MetaData) -> Iterator[Constraint]:
    """Every check, and everything that is to be unique beside the keys."""
    for table in metadata.sorted_tables:
        for constraint in table.constraints:
            if isinstance(constraint, sa.CheckConstraint | sa.UniqueConstraint):
                yield constraint
        yield from (index for index in table.indexes if index.unique)


def name_of(constraint: Constraint) -> str:
    """The name in the database."""
    if isinstance(constraint, sa.Index):
        return str(constraint.name)
    return str(_PREPARER.format_constraint(constraint))


def text_of(constraint: Constraint) -> Text | None:
    """The text for a person of this constraint; None where nothing is declared and it says too much to be told."""
    columns = _columns(constraint)
    first = _about.get(name_of(constraint))
    columns.sort(key=lambda column: column != first)
    names = tuple(field_of(_table(constraint).name, column)[0] for column in columns)
    text = _declared.get(name_of(constraint)) or _told(constraint, columns)
    return Text(text, names) if text and names else None


def field_of(table: str, column: str) -> tuple[str, str]:
    """Name and label of the field of a column: as they were declared, else made of the column."""
    if (declared := _fields.get((table, column))) is not None:
        return declared
    first, *rest = column.removesuffix("_id").split("_")
    name = first + "".join(part.capitalize() for part in rest) + "Id" * column.endswith("_id")
    return name, " ".join([first.capitalize(), *rest])


def refusal(error: psycopg.IntegrityError) -> Refused:
    """The refusal of a write that broke a constraint."""
    name = error.diag.constraint_name or ""
    text = _declared.get(name)
    if isinstance(error, psycopg.errors.RestrictViolation):  # a trigger, because of the state of the record
        return Conflict(text or "This is not possible now")
    if isinstance(error, psycopg.errors.ForeignKeyViolation):
        if "still referenced" in str(error):
            return Conflict(text or IN_USE, code="in_use")
        field, label = _field_named(error)
        text = text or f"{label}: there is no such entry. Please choose one from the list"
        return Invalid(text, code="unknown_reference", title=TITLE, fields={field: text})
    if isinstance(error, psycopg.errors.NotNullViolation):
        field, label = _field_named(error)
        return Invalid(f"{label} is required", title=TITLE, fields={field: "Field is required"})
    known = text_of(_known[name]) if name in _known else None
    fields = dict.fromkeys(known.fields[:1], known.text) if known is not None else {}
    text = text or (known.text if known is not None else None)
    if isinstance(error, psycopg.errors.UniqueViolation | psycopg.errors.ExclusionViolation):
        return Conflict(text or "This entry exists already", code="exists_already", fields=fields)
    return Invalid(text or NO_SUCH_VALUE, title=TITLE, fields=fields)


def range_refusal(params: Any) -> Invalid:
    """The refusal of a write with a value that its column cannot hold; the field is the one among `params`, the values
    of the statement by column, that no column holds."""
    given = params.items() if isinstance(params, Mapping) else ()
    beyond = [(column, value) for column, value in given if not holds(value)]
    if not beyond:
        return Invalid(TOO_LARGE, title=TITLE)
    column, value = max(beyond, key=lambda pair: abs(pair[1]) if isinstance(pair[1], int) else 0)
    return value_refusal(value, *_field_called(_NUMBERED.sub("", column)))


def value_refusal(value: Any, field: str, label: str) -> Invalid:
    """The refusal of a `value` that cannot be kept, with its field."""
    text = TOO_LARGE if isinstance(value, int | Decimal) else NO_SUCH_VALUE
    return Invalid(f"{label}: {text[0].lower()}{text[1:]}", title=TITLE, fields={field: text})


def holds(value: Any) -> bool:
    """Whether every column of its type holds `value`."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int):
        return _SMALLEST <= value <= _LARGEST
    return not isinstance(value, str) or "\0" not in value


_declared: dict[str, str] = {}
_about: dict[str, str] = {}
_fields: dict[tuple[str, str], tuple[str, str]] = {}
_known: dict[str, Constraint] = {}
_PREPARER = postgresql.dialect().identifier_preparer  # type: ignore[no-untyped-call]  # SQLAlchemy's own
_KEY = re.compile(r"^Key \((.+?)\)=")
_NUMBER = r"(-?\d+)"
_LISTED = re.compile(r"^\(?(\w+) in \((.+)\)\)?$", re.IGNORECASE | re.DOTALL)
_BETWEEN = re.compile(rf"^(\w+) between {_NUMBER} and {_NUMBER}$", re.IGNORECASE)
_COMPARED = re.compile(rf"^(\w+) (>=|>|<=|<|<>) {_NUMBER}$")
_COMPARISONS = {">=": "at least", ">": "above", "<=": "at most", "<": "below", "<>": "other than"}
_NUMBERED = re.compile(r"(_m\d+|_\d+)$")
"""Suffix that SQLAlchemy adds to the name of a column for its value."""
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def _field_called(column: str) -> tuple[str, str]:
    """The field of a column of a table that is not known: the only one declared under its name, else made of it."""
    declared = {field for (_, name), field in _fields.items() if name == column}
    return declared.pop() if len(declared) == 1 else field_of("", column)


def _field_named(error: psycopg.Error) -> tuple[str, str]:
    """The field that the database's own answer is about."""
    key = _KEY.match(error.diag.message_detail or "")
    column = error.diag.column_name or (key[1].split(", ")[-1] if key else "")
    return field_of(error.diag.table_name or "", column)


def _told(constraint: Constraint, columns: list[str]) -> str | None:
    table = _table(constraint)
    labels = [field_of(table.name, column)[1] for column in columns]
    if not labels:
        return None
    if not isinstance(constraint, sa.CheckConstraint):
        noun = str(table.info.get("nouns", ("entry",))[0])
        if len(labels) == 1:
            return f"{labels[0]}: another {noun} has this one already. Please choose another"
        *most, last = (label[0].lower() + label[1:] for label in labels)
        article = "an" if noun[0] in "aeiou" else "a"
        return f"There is {article} {noun} with this {', '.join(most)} and {last} already"
    said = str(constraint.sqltext).strip()
    if _LISTED.match(said):
        return f"{labels[0]}: please choose one from the list"
    if (found := _BETWEEN.match(said)) is not None:
        return f"{labels[0]}: please enter a number between {found[2]} and {found[3]}"
    if (found := _COMPARED.match(said)) is not None:
        return f"{labels[0]}: please enter a number {_COMPARISONS[found[2]]} {found[3]}"
    return None


def _table(constraint: Constraint) -> sa.Table:
    table = constraint.table
    assert isinstance(table, sa.Table)
    return table


def _columns(constraint: Constraint) -> list[str]:
    """The columns a constraint speaks of, in the order it does."""
    if isinstance(constraint, sa.UniqueConstraint):
        return [column.name for column in constraint.columns]
    if isinstance(constraint, sa.Index):
        said = " ".join(str(expression) for expression in constraint.expressions)
    else:
        said = str(constraint.sqltext) if isinstance(constraint, sa.CheckConstraint) else ""
    names = re.findall(r"[a-z_][a-z0-9_]*", re.sub(r"'[^']*'", "", said))
    return [name for name in dict.fromkeys(names) if name in _table(constraint).columns]
