"""Draft of the roster of sessions by rule: free and eligible invigilators, with the load spread evenly."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from kit import jobs
from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.jobs import Job, JobContext
from kit.policy import Row
from kit.values.days import LONDON
from people.exams.model import exam_series
from people.exams.policy import KEEPS
from people.exams.roster.model import invigilator_away, invigilator_relative
from people.exams.roster.rules import SAT, TAUGHT
from people.exams.sessions.model import exam_seat, exam_session, invigilation
from people.exams.sessions.staffing import NEEDED, STAFFED
from people.persons.model import TABLES
from people.policy import STAFF

_s, _d, _seat = exam_session.c, invigilation.c, exam_seat.c
_rel, _away, _person = invigilator_relative.c, invigilator_away.c, TABLES["invigilator"]
_Span = tuple[dt.datetime, dt.datetime]
NOBODY_FREE = "No active invigilator is free at this time"
ENOUGH = "This session has enough invigilators"


@dataclass
class _Person:
    """An invigilator during a draft: the minutes of duty in the series, and the times that are not free."""

    id: int
    minutes: int = 0
    busy: list[_Span] = field(default_factory=list)
    sessions: set[int] = field(default_factory=set)
    subjects: set[str] = field(default_factory=set)
    relatives: set[int] = field(default_factory=set)

    def is_free(self, row: Row) -> bool:
        return row["id"] not in self.sessions and all(
            ends <= row["starts"] or starts >= row["ends"] for starts, ends in self.busy
        )


def draft(tx: Tx, sessions: Collection[int]) -> dict[str, Any]:
    """Invite the invigilators that these planned sessions still need. They are active and free, no teacher of a subject
    that is sat there, and no relative of a candidate. Those with the fewest minutes in the series come first. The first
    of a session is its lead. Returns `{sessions, invited, lacking: [{id, title, lacking}]}`."""
    chosen = sa.select(exam_session).where(_s.id.in_(sessions), _s.status == "planned")
    tx.all(chosen.order_by(_s.id).with_for_update())
    columns = (*exam_session.c, NEEDED.label("needed"), STAFFED.label("staffed"))
    rows = tx.all(sa.select(*columns).where(_s.id.in_(sessions), _s.status == "planned").order_by(_s.starts, _s.id))
    people = _people(tx, {row["series_id"] for row in rows})
    sat, seated = (
        _sets(tx, SAT.where(_seat.session_id.in_(sessions))),
        _sets(tx, sa.select(_seat.session_id, _seat.candidate_id).where(_seat.session_id.in_(sessions))),
    )
    duties, lacking = list[dict[str, Any]](), list[dict[str, Any]]()
    for row in rows:
        wanted = row["needed"] - row["staffed"]
        free = [
            one
            for one in people
            if one.is_free(row) and not one.subjects & sat[row["id"]] and not one.relatives & seated[row["id"]]
        ]
        free.sort(key=lambda one: (one.minutes, one.id))
        for place, one in enumerate(free[: max(wanted, 0)]):
            duties.append(_duty(row, one.id, is_lead=not row["staffed"] and not place))
            one.minutes += int((row["ends"] - row["starts"]).total_seconds() // 60)
            one.busy.append((row["starts"], row["ends"]))
        if wanted > len(free):
            lacking.append({"id": row["id"], "title": row["title"], "lacking": wanted - len(free)})
    if duties:
        tx.execute(sa.insert(invigilation), duties)
    touched = [row["id"] for row in rows]
    now = dt.datetime.now(dt.UTC)
    tx.execute(sa.update(exam_session).where(_s.id.in_(touched)).values(rostered_at=now, version=_s.version + 1))
    return {"sessions": len(rows), "invited": len(duties), "lacking": lacking}


def draft_one(tx: Tx, row: Row) -> None:
    """Draft the roster of one session. Raises Conflict if it has enough invigilators, or nobody is free."""
    answer = draft(tx, [row["id"]])
    if not answer["invited"]:
        raise Conflict(NOBODY_FREE if answer["lacking"] else ENOUGH)


def _duty(row: Row, invigilator: int, *, is_lead: bool) -> dict[str, Any]:
    return {
        "session_id": row["id"],
        "invigilator_id": invigilator,
        "kind": row["kind"],
        "starts": row["starts"],
        "ends": row["ends"],
        "role": "lead" if is_lead else "invigilator",
    }


def _sets(tx: Tx, statement: sa.Select[Any]) -> Mapping[int, set[Any]]:
    """Return the values of the second column by the first."""
    grouped: dict[int, set[Any]] = defaultdict(set)
    for row in tx.execute(statement):
        key, value = tuple(row)
        grouped[key].add(value)
    return grouped


def _people(tx: Tx, series: Collection[int]) -> list[_Person]:
    """Return the active invigilators with their restrictions."""
    ids = tx.execute(sa.select(_person.c.id).where(_person.c.status == "active").order_by(_person.c.id)).scalars()
    people = {one: _Person(one) for one in ids}
    subjects = _sets(tx, TAUGHT)
    relatives = _sets(tx, sa.select(_rel.invigilator_id, _rel.candidate_id))
    duties = sa.select(_d.invigilator_id, _d.session_id, _d.starts, _d.ends, _d.status, _s.series_id)
    for row in tx.all(duties.join(exam_session, _s.id == _d.session_id)):
        one = people.get(row["invigilator_id"])
        if one is None:
            continue
        one.sessions.add(row["session_id"])
        if row["status"] != "declined":
            one.busy.append((row["starts"], row["ends"]))
            if row["series_id"] in series:
                one.minutes += int((row["ends"] - row["starts"]).total_seconds() // 60)
    for row in tx.all(sa.select(_away.invigilator_id, _away.starts, _away.ends)):
        if row["invigilator_id"] in people:
            people[row["invigilator_id"]].busy.append((row["starts"], row["ends"]))
    for one in people.values():
        one.subjects, one.relatives = subjects[one.id], relatives[one.id]
    return list(people.values())


def _run(context: JobContext) -> dict[str, Any]:
    with context.db.transaction(context.actor) as tx:
        return draft(tx, _chosen(tx, context.params))


def _chosen(tx: Tx, params: Mapping[str, Any]) -> list[int]:
    """Return the planned sessions of a series between two days."""
    mine = [_s.series_id == params["series"], _s.status == "planned", _s.starts > sa.func.now()]
    for name, comes in (("from", _s.starts.__ge__), ("until", _s.starts.__lt__)):
        if params.get(name):
            day = dt.date.fromisoformat(params[name]) + dt.timedelta(days=name == "until")
            mine.append(comes(dt.datetime.combine(day, dt.time(), LONDON)))
    return list(tx.execute(sa.select(_s.id).where(*mine)).scalars())


DRAFT = Job("people.examRoster", _run)


def start(tx: Tx, key: str, series: int, first: dt.date | None, last: dt.date | None) -> str:
    """Enqueue the draft roster of a series' sessions; return the public id of the job. Raises Forbidden, Invalid."""
    STAFF.require(tx.actor)
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == series))
    if kind is None:
        raise Invalid("Please choose a series", fields={"seriesId": "Please choose a series"})
    KEEPS.require(tx.actor, {"kind": kind})
    days = {"from": first.isoformat() if first else None, "until": last.isoformat() if last else None}
    return jobs.public_id(DRAFT.enqueue(tx, key, {"series": series} | days))
