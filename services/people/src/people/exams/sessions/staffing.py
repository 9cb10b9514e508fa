"""Invigilators on sessions: how many are needed, and a draft that spreads the load."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.sql import day_of
from kit.errors import Conflict
from kit.policy import Row
from people.exams.components.model import exam_component
from people.exams.policy import check_kind
from people.exams.sessions import seating
from people.exams.sessions.model import exam_ratio, exam_seat, exam_session, invigilation
from people.persons.model import TABLES

_s, _seat, _d, _r, _c = exam_session.c, exam_seat.c, invigilation.c, exam_ratio.c, exam_component.c
_person = TABLES["invigilator"]
_USUAL = 30
"""Candidates for each invigilator where no ratio is entered: "generally one for 30" (ICE)."""
NOBODY_FREE = "No active invigilator is free at this time"
ENOUGH = "This session has enough invigilators"


def _of_session(value: sa.ColumnElement[Any], *where: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    return sa.select(value).where(*where).correlate(exam_session).scalar_subquery()


_STRICTEST = (
    sa.select(sa.func.min(_r.candidates))
    .where(
        _r.valid_from <= day_of(_s.starts),
        _r.paper_kind.in_(
            sa.select(_c.kind)
            .join(exam_seat, _seat.component_id == _c.id)
            .where(_seat.session_id == _s.id)
            .correlate(exam_session)
        ),
    )
    .correlate(exam_session)
    .scalar_subquery()
)
SEATED: sa.ColumnElement[int] = _of_session(sa.func.count(), _seat.session_id == _s.id)
NEEDED: sa.ColumnElement[int] = sa.cast(
    sa.func.ceil(sa.cast(SEATED, sa.Numeric) / sa.func.coalesce(_STRICTEST, _USUAL)), sa.Integer
)
"""The invigilators that a session needs, by the strictest ratio of the papers that are sat in it."""
STAFFED: sa.ColumnElement[int] = _of_session(
    sa.func.count(), _d.session_id == _s.id, _d.status != "declined", _d.role.in_(("lead", "invigilator"))
)


def complete(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a duty: the kind and the times of its session. Raises Forbidden, Invalid."""
    row = seating.session(tx, values["session_id"])
    check_kind(tx.actor, row["kind"])
    return {"kind": row["kind"], "starts": row["starts"], "ends": row["ends"]}


def draft(tx: Tx, row: Row) -> None:
    """Invite as many invigilators as the session still needs: those who are free, and have the fewest duties in the
    series. The first of a session is its lead. Raises Conflict."""
    seating.session(tx, row["id"])
    counts = tx.one(sa.select(NEEDED.label("needed"), STAFFED.label("staffed")).where(_s.id == row["id"]))
    assert counts is not None
    lacking = counts["needed"] - counts["staffed"]
    if lacking <= 0:
        raise Conflict(ENOUGH)
    busy = sa.exists().where(
        _d.invigilator_id == _person.c.id,
        sa.or_(
            _d.session_id == row["id"],
            sa.and_(_d.status != "declined", _d.starts < row["ends"], _d.ends > row["starts"]),
        ),
    )
    load = (
        sa.select(sa.func.count())
        .select_from(invigilation.join(exam_session, _s.id == _d.session_id))
        .where(_d.invigilator_id == _person.c.id, _d.status != "declined", _s.series_id == row["series_id"])
        .scalar_subquery()
    )
    free = sa.select(_person.c.id).where(_person.c.status == "active", ~busy)
    chosen = list(tx.execute(free.order_by(load, _person.c.id).limit(lacking)).scalars())
    if not chosen:
        raise Conflict(NOBODY_FREE)
    tx.execute(sa.insert(invigilation), [
        {"session_id": row["id"], "invigilator_id": one, "kind": row["kind"], "starts": row["starts"],
         "ends": row["ends"], "role": "invigilator" if counts["staffed"] or place else "lead"}
        for place, one in enumerate(chosen)
    ])  # fmt: skip
