"""Invigilators that the office can choose for a session, with the objections to each."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404
from people.exams.roster import rules
from people.exams.roster.rules import Finding
from people.exams.sessions.model import exam_session, invigilation
from people.exams.sessions.policy import SESSIONS
from people.persons.model import TABLES
from people.persons.queries import full_name

_s, _d, _person = exam_session.c, invigilation.c, TABLES["invigilator"]
BUSY = "{name} is on another session at this time."
ON_IT = "{name} is already on this session."


def candidates(tx: Tx, session_id: int) -> list[dict[str, Any]]:
    """Return the active invigilators, those with the fewest minutes in the series first. Raises NotFound."""
    session = row_or_404(tx.connection, sa.select(exam_session).where(_s.id == session_id, SESSIONS.where(tx.actor)))
    standing = sa.and_(_d.invigilator_id == _person.c.id, _d.status != "declined")
    in_series = invigilation.join(exam_session, _s.id == _d.session_id)
    minutes = sa.func.coalesce(sa.func.sum(sa.func.extract("epoch", _d.ends - _d.starts) / 60), 0)
    load = sa.select(sa.cast(minutes, sa.Integer)).select_from(in_series)
    count = sa.select(sa.func.count()).select_from(in_series)
    of_series = (standing, _s.series_id == session["series_id"])
    here = sa.exists().where(_d.invigilator_id == _person.c.id, _d.session_id == session_id)
    busy = sa.exists().where(
        standing, _d.session_id != session_id, _d.starts < session["ends"], _d.ends > session["starts"]
    )
    rows = tx.all(
        sa.select(
            _person.c.id,
            full_name(_person).label("name"),
            load.where(*of_series).scalar_subquery().label("minutes"),
            count.where(*of_series).scalar_subquery().label("duties"),
            here.label("here"),
            busy.label("busy"),
        ).where(_person.c.status == "active")
    )
    answer = list[dict[str, Any]]()
    for row in sorted(rows, key=lambda row: (row["minutes"], row["name"])):
        objections = rules.findings(tx, session, row["id"])
        for is_so, text in ((row.pop("here"), ON_IT), (row.pop("busy"), BUSY)):
            if is_so:
                objections.append(Finding("busy", text.format(**row), False))
        answer.append(row | {"objections": [asdict(one) for one in objections]})
    return answer
