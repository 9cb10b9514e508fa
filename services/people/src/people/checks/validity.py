"""Conditions of valid checks, and the names of their types."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import TODAY
from kit.values.types import label_of
from people.checks.attributes import CHECK_TYPES, VALID
from people.checks.model import person_check

_c = person_check.c


def is_valid(columns: Any = _c) -> sa.ColumnElement[bool]:
    """True of a check that is clear, or not required of the person, and has not expired by today."""
    unexpired = sa.or_(columns.expires.is_(None), columns.expires >= TODAY)
    return sa.and_(columns.outcome.in_(VALID), unexpired)


def has_check(kind: str, person: sa.ColumnElement[int], check: Any) -> sa.ColumnElement[bool]:
    """True where the person has a valid check of the type `check`, a text or a column."""
    mine = person_check.alias("mine").c
    valid = sa.exists().where(mine.person_type == kind, mine.person_id == person, mine.type == check, is_valid(mine))
    return valid.correlate_except(mine.id.table)


def name_of(check: str) -> str:
    """Return a type of check in words."""
    return label_of(CHECK_TYPES, check) or check
