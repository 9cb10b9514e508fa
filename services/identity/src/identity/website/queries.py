"""Queries of website notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from identity.website.attributes import APPROVED, ENDED, LIVE, RANKS, SCHEDULED, SHOWN
from identity.website.model import website_notice
from kit.database.sql import TODAY
from kit.policy import Actor, Row
from kit.values.days import today

_c = website_notice.c
STATE = sa.case(
    (_c.status != APPROVED, _c.status),
    (_c.shown_from > TODAY, SCHEDULED),
    (_c.shown_until < TODAY, ENDED),
    else_=LIVE,
)
"""The state of a notice as people see it."""
MOST = 100
"""Maximum notices of one public answer."""


def parts(_connection: sa.Connection, _actor: Actor, row: Row) -> dict[str, Any]:
    """Return `NoticeParts` of a notice."""
    state = _state(row)
    shown = next(option for option in SHOWN if option.value == state)
    return {
        "state": state,
        "stateTitle": shown.label,
        "stateColor": shown.color,
        "reason": row["reason"],
        "submittedBy": row["submitted_by_name"],
        "submitted": row["submitted"],
        "approvedBy": row["approved_by_name"],
        "approved": row["approved"],
    }


def _state(row: Mapping[str, Any]) -> str:
    if row["status"] != APPROVED:
        return str(row["status"])
    if row["shown_from"] > today():
        return SCHEDULED
    return ENDED if row["shown_until"] is not None and row["shown_until"] < today() else LIVE


def read_by(audiences: Any) -> sa.ColumnElement[bool]:
    """Return the condition for the notices of these audiences, a list or an expression of one; includes those for
    everybody."""
    return sa.or_(sa.func.cardinality(_c.audience) == 0, _c.audience.overlap(audiences))


def live(
    connection: sa.Connection, _actor: Actor, languages: Sequence[str], audiences: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the live notices in `languages` (empty: all) for `audiences` (empty: all), most urgent first, then
    newest."""
    statement = (
        sa.select(website_notice)
        .where(_live())
        .order_by(sa.case({value: place for place, value in enumerate(RANKS)}, value=_c.priority))
        .order_by(_c.shown_from.desc(), _c.id.desc())
        .limit(MOST)
    )
    if languages:
        statement = statement.where(_c.language.in_(languages))
    if audiences:
        statement = statement.where(read_by(audiences))
    return [dict(row) for row in connection.execute(statement).mappings()]


def picture(connection: sa.Connection, _actor: Actor, notice_id: int) -> int | None:
    """Return the file id of a live notice's picture; None if it has none."""
    file_ids = connection.scalar(sa.select(_c.picture).where(_c.id == notice_id, _live()))
    return int(file_ids[0]) if file_ids else None


def _live() -> sa.ColumnElement[bool]:
    ends = sa.or_(_c.shown_until.is_(None), _c.shown_until >= TODAY)
    return sa.and_(_c.status == APPROVED, _c.shown_from <= TODAY, ends)
