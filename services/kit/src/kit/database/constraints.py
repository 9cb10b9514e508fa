"""Error texts for writes that the database refuses. A text is declared with the constraint or derived from its
expression, and always names the field.

`Service` registers the tables of a service. Its suite checks that every constraint has a text (`walk_schema`).
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
TOO_LARGE = "This number is too large to be stored. Please enter a smaller one"
NO_SUCH_VALUE = "This value cannot be stored. Please enter another"
IN_USE = "This entry is still in use"


@dataclass(frozen=True)
class ConstraintText:
    """An error text and the wire names of the fields it concerns."""

    text: str
    fields: tuple[str, ...]


def constraint_text(name: str, text: str, about: str = "") -> str:
    """Declare the text shown when constraint `name` refuses a write, and return `name` for use in the table.

    `about` is the column the text concerns, by default the first column of the constraint.
    """
    _texts[name] = text
    if about:
        _main_columns[name] = about
    return name


def unique(name: str, text: str, *columns: str) -> sa.UniqueConstraint:
    """Return the unique constraint `name` over `columns`, with the text shown when it refuses a write."""
    return sa.UniqueConstraint(*columns, name=constraint_text(name, text))


def check(name: str, condition: str, text: str, about: str = "") -> sa.CheckConstraint:
    """Return the check `name` of the SQL `condition`, with its text; `about` as in `constraint_text`."""
    return sa.CheckConstraint(condition, name=sa.schema.conv(constraint_text(name, text, about)))


def name_field(table: str, column: str, name: str, label: str) -> None:
    """Declare the wire name and the label of a column."""
    _fields.setdefault((table, column), (name, label))


def register(metadata: sa.MetaData) -> None:
    """Register the constraints of these tables by name."""
    for constraint in constraints(metadata):
        _constraints[name_of(constraint)] = constraint


def constraints(metadata: sa.MetaData) -> Iterator[Constraint]:
    """Yield every check constraint, unique constraint and unique index; primary keys are left out."""
    for table in metadata.sorted_tables:
        for constraint in table.constraints:
            if isinstance(constraint, sa.CheckConstraint | sa.UniqueConstraint):
                yield constraint
        yield from (index for index in table.indexes if index.unique)


def name_of(constraint: Constraint) -> str:
    """Return the constraint's name in the database."""
    if isinstance(constraint, sa.Index):
        return str(constraint.name)
    return str(_PREPARER.format_constraint(constraint))


def text_of(constraint: Constraint) -> ConstraintText | None:
    """Return the text of this constraint for a person; None if it declares none and is too complex to derive one."""
    columns = _columns(constraint)
    first = _main_columns.get(name_of(constraint))
    columns.sort(key=lambda column: column != first)
    names = tuple(field_of(_table(constraint).name, column)[0] for column in columns)
    text = _texts.get(name_of(constraint)) or _derived_text(constraint, columns)
    return ConstraintText(text, names) if text and names else None


def field_of(table: str, column: str) -> tuple[str, str]:
    """Return name and label of a column's field: declared, or derived from the column name."""
    if (declared := _fields.get((table, column))) is not None:
        return declared
    first, *rest = column.removesuffix("_id").split("_")
    name = first + "".join(part.capitalize() for part in rest) + "Id" * column.endswith("_id")
    return name, " ".join([first.capitalize(), *rest])


def refusal(error: psycopg.IntegrityError) -> Refused:
    """Return the refusal of a write that broke a constraint."""
    name = error.diag.constraint_name or ""
    text = _texts.get(name)
    if isinstance(error, psycopg.errors.RestrictViolation):  # raised by a trigger because of the record's state
        return Conflict(text or "This is not possible now")
    if isinstance(error, psycopg.errors.ForeignKeyViolation):
        if "still referenced" in str(error):
            return Conflict(text or IN_USE, code="in_use")
        field, label = _field_in_error(error)
        text = text or f"{label}: there is no such entry. Please choose one from the list"
        return Invalid(text, code="unknown_reference", title=TITLE, fields={field: text})
    if isinstance(error, psycopg.errors.NotNullViolation):
        field, label = _field_in_error(error)
        return Invalid(f"{label} is required", title=TITLE, fields={field: "Field is required"})
    message = text_of(_constraints[name]) if name in _constraints else None
    fields = dict.fromkeys(message.fields[:1], message.text) if message is not None else {}
    text = text or (message.text if message is not None else None)
    if isinstance(error, psycopg.errors.UniqueViolation | psycopg.errors.ExclusionViolation):
        return Conflict(text or "This entry already exists", code="exists_already", fields=fields)
    return Invalid(text or NO_SUCH_VALUE, title=TITLE, fields=fields)


def range_refusal(params: Any) -> Invalid:
    """Return the refusal of a write with a value that its column cannot store. `params` are the values of the statement
    by column; the field is the one whose value no column can store."""
    values = params.items() if isinstance(params, Mapping) else ()
    unstorable = [(column, value) for column, value in values if not is_storable(value)]
    if not unstorable:
        return Invalid(TOO_LARGE, title=TITLE)
    column, value = max(unstorable, key=lambda pair: abs(pair[1]) if isinstance(pair[1], int) else 0)
    return value_refusal(value, *_field_of_column(_PARAMETER_SUFFIX.sub("", column)))


def value_refusal(value: Any, field: str, label: str) -> Invalid:
    """Return the refusal of a `value` that cannot be stored, naming its field."""
    text = TOO_LARGE if isinstance(value, int | Decimal) else NO_SUCH_VALUE
    return Invalid(f"{label}: {text[0].lower()}{text[1:]}", title=TITLE, fields={field: text})


def is_storable(value: Any) -> bool:
    """True if every column of its type can store `value`."""
    if isinstance(value, bool) or value is None:
        return True
    if isinstance(value, int):
        return _SMALLEST <= value <= _LARGEST
    return not isinstance(value, str) or "\0" not in value


_texts: dict[str, str] = {}
_main_columns: dict[str, str] = {}
_fields: dict[tuple[str, str], tuple[str, str]] = {}
_constraints: dict[str, Constraint] = {}
_PREPARER = postgresql.dialect().identifier_preparer  # type: ignore[no-untyped-call]  # SQLAlchemy's own
_KEY = re.compile(r"^Key \((.+?)\)=")
_NUMBER = r"(-?\d+)"
_IN_LIST = re.compile(r"^\(?(\w+) in \((.+)\)\)?$", re.IGNORECASE | re.DOTALL)
_BETWEEN = re.compile(rf"^(\w+) between {_NUMBER} and {_NUMBER}$", re.IGNORECASE)
_COMPARISON = re.compile(rf"^(\w+) (>=|>|<=|<|<>) {_NUMBER}$")
_COMPARISON_WORDS = {">=": "at least", ">": "above", "<=": "at most", "<": "below", "<>": "other than"}
_PARAMETER_SUFFIX = re.compile(r"(_m\d+|_\d+)$")
"""Suffix that SQLAlchemy appends to a column name to name its parameter."""
_SMALLEST, _LARGEST = -(2**31), 2**31 - 1


def _field_of_column(column: str) -> tuple[str, str]:
    """Return the field of a column whose table is unknown: the only one declared for that name, otherwise derived from
    the name."""
    declared = {field for (_, name), field in _fields.items() if name == column}
    return declared.pop() if len(declared) == 1 else field_of("", column)


def _field_in_error(error: psycopg.Error) -> tuple[str, str]:
    """Return the field that the database error names."""
    key = _KEY.match(error.diag.message_detail or "")
    column = error.diag.column_name or (key[1].split(", ")[-1] if key else "")
    return field_of(error.diag.table_name or "", column)


def _derived_text(constraint: Constraint, columns: list[str]) -> str | None:
    table = _table(constraint)
    labels = [field_of(table.name, column)[1] for column in columns]
    if not labels:
        return None
    if not isinstance(constraint, sa.CheckConstraint):
        noun = str(table.info.get("nouns", ("entry",))[0])
        if len(labels) == 1:
            return f"{labels[0]}: another {noun} already has this one. Please choose another"
        *others, last = (label[0].lower() + label[1:] for label in labels)
        article = "an" if noun[0] in "aeiou" else "a"
        return f"There is already {article} {noun} with this {', '.join(others)} and {last}"
    expression = str(constraint.sqltext).strip()
    if _IN_LIST.match(expression):
        return f"{labels[0]}: please choose one from the list"
    if (match := _BETWEEN.match(expression)) is not None:
        return f"{labels[0]}: please enter a number between {match[2]} and {match[3]}"
    if (match := _COMPARISON.match(expression)) is not None:
        return f"{labels[0]}: please enter a number {_COMPARISON_WORDS[match[2]]} {match[3]}"
    return None


def _table(constraint: Constraint) -> sa.Table:
    table = constraint.table
    assert isinstance(table, sa.Table)
    return table


def _columns(constraint: Constraint) -> list[str]:
    """Return the columns of a constraint, in the constraint's order."""
    if isinstance(constraint, sa.UniqueConstraint):
        return [column.name for column in constraint.columns]
    if isinstance(constraint, sa.Index):
        expression = " ".join(str(expression) for expression in constraint.expressions)
    else:
        expression = str(constraint.sqltext) if isinstance(constraint, sa.CheckConstraint) else ""
    names = re.findall(r"[a-z_][a-z0-9_]*", re.sub(r"'[^']*'", "", expression))
    return [name for name in dict.fromkeys(names) if name in _table(constraint).columns]
