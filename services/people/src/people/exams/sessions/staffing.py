"""Invigilators of sessions: the required number, and eligibility."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.database.sql import day_of
from people.exams.components.model import exam_component
from people.exams.policy import check_kind
from people.exams.roster import rules
from people.exams.sessions import seating
from people.exams.sessions.model import exam_ratio, exam_seat, exam_session, invigilation

_s, _seat, _d, _r, _c = exam_session.c, exam_seat.c, invigilation.c, exam_ratio.c, exam_component.c
_USUAL = 30
"""Candidates for each invigilator without a ratio of our own: "generally one for 30" (ICE)."""


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
"""The number of invigilators that a session needs, by the strictest ratio of its papers."""
STAFFED: sa.ColumnElement[int] = _of_session(
    sa.func.count(), _d.session_id == _s.id, _d.status != "declined", _d.role.in_(("lead", "invigilator"))
)


def complete(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a duty: the kind and the times of its session, and who allowed it despite a rule. Raises
    Conflict with the objections, Forbidden, Invalid."""
    row = seating.session(tx, values["session_id"])
    check_kind(tx.actor, row["kind"])
    allowed = rules.check(tx, row, values["invigilator_id"], (values.get("overrideReason") or "").strip())
    return {"kind": row["kind"], "starts": row["starts"], "ends": row["ends"]} | allowed
