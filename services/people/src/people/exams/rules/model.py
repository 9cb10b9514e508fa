"""Table of the rules of exams, and the number that is valid on a day."""

from __future__ import annotations

import datetime as dt
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.constraints import unique
from people.exams.rules.attributes import RULE
from people.schema import metadata

exam_rule = RULE.table(
    "exam_rule",
    metadata,
    unique("uq_exam_rule", "This rule already has a number from this day", "rule", "valid_from"),
    *RULE.choice_checks("rule"),
    info={"nouns": ("rule of exams", "rules of exams")},
)
RULE.index_sorts(exam_rule)

_r = exam_rule.c
USUAL = {
    "late": 0,
    "veryLate": 60,
    "dayMinutes": 330,
    "dayMinutesUpper": 360,
    "distance": 125,
    "packetDays": 7,
    "linkDays": 21,
    "certificateMonths": 12,
    "referenceDays": 14,
    "referenceLinkDays": 30,
    "fileMonths": 12,
}
"""Defaults for days without a row."""


def holds(rule: str, day: Any) -> sa.ColumnElement[int]:
    """Return the number of a rule on a day, as an expression."""
    latest = sa.select(_r.number).where(_r.rule == rule, _r.valid_from <= day)
    latest = latest.order_by(_r.valid_from.desc()).limit(1)
    return sa.func.coalesce(latest.scalar_subquery(), USUAL[rule], type_=sa.Integer)


def number(connection: sa.Connection | Tx, rule: str, day: dt.date) -> int:
    """Return the number of a rule on a day."""
    return int(connection.scalar(sa.select(holds(rule, sa.literal(day, sa.Date)))) or 0)
