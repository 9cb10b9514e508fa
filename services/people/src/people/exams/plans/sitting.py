"""Seating of a whole sitting: the papers of a series on a morning or an afternoon, in the chosen rooms."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values.shown import shown
from people.exams.anomalies.finding import OF_SEATS, refresh
from people.exams.components.attributes import SESSIONS
from people.exams.components.model import STARTS, exam_component
from people.exams.model import exam, exam_series
from people.exams.plans.seating import Room, plan
from people.exams.policy import check_kind
from people.exams.sessions import seating
from people.exams.sessions.model import exam_room, exam_seat, exam_session, invigilation
from people.places.model import location
from people.places.naming import PLACE

_c, _s, _seat, _r, _d = exam_component.c, exam_session.c, exam_seat.c, exam_room.c, invigilation.c
_PARTS = {str(one.value): str(one.label) for one in SESSIONS}
NO_PAPERS = "No paper of this series is sat then, or their minutes are missing"
NO_SERIES = "Please choose a series"
NO_ROOMS = "Please choose rooms"


def seat_sitting(tx: Tx, series: int, day: dt.date, part: str, rooms: Sequence[int]) -> dict[str, Any]:
    """Plan a session in each room without one, and seat all who wait; those who sit apart get separate rooms.

    Returns `{seated, sessions, left, clashes}`: `left` got no seat, `clashes` are the names of those who sit another
    paper at that time. Raises Conflict, Forbidden, Invalid.
    """
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == series))
    if kind is None:
        raise Invalid(NO_SERIES, fields={"seriesId": NO_SERIES})
    check_kind(tx.actor, kind)
    papers = _papers(tx, series, day, part)
    if not papers:
        raise Conflict(NO_PAPERS)
    starts = papers[0]["starts"]
    ends = max(paper["starts"] + dt.timedelta(minutes=paper["minutes"]) for paper in papers)
    chosen = _rooms(tx, rooms, day)
    title = f"{_PARTS[part]} of {shown(day, 'date')}"
    common = {"series_id": series, "kind": kind, "starts": starts, "ends": ends}
    places = _sessions(tx, chosen, title, common)
    halls = _halls(tx, chosen, places)
    taken = _taken(tx, starts, ends)
    seated, left, clashes, sessions = list[dict[str, Any]](), 0, list[int](), set[int]()
    by_paper = {paper["id"]: seating.waiting(tx, paper) for paper in papers}
    for apart in (False, True):
        waiting, entries = _waiting(papers, by_paper, apart, taken, clashes)
        placed = plan(waiting, [halls[room["id"]] for room in chosen if room["separate"] == apart])
        left += sum(map(len, waiting.values())) - len(placed)
        for one in placed:
            entry, paper = entries[one.entry, one.paper]
            until = seating.ends_at(starts, paper["minutes"], entry["percent"])
            sessions.add(one.session)
            seated.append(
                {
                    "session_id": one.session,
                    "entry_id": one.entry,
                    "component_id": one.paper,
                    "kind": kind,
                    "candidate_id": entry["candidate_id"],
                    "seat": one.seat,
                    "starts": starts,
                    "ends": until,
                }
            )
    _write(tx, seated, sessions)
    return {
        "seated": len(seated),
        "sessions": [places[room["id"]] for room in chosen],
        "left": left,
        "clashes": len(set(clashes)),
    }


def _papers(tx: Tx, series: int, day: dt.date, part: str) -> list[dict[str, Any]]:
    """Return the papers of the sitting, the longest first: of two at once a candidate sits the longer one."""
    statement = (
        sa.select(exam_component, STARTS.label("starts"))
        .join(exam, exam.c.id == _c.exam_id)
        .where(exam.c.series_id == series, _c.sitting_date == day, _c.session == part, _c.minutes > 0)
        .order_by(_c.minutes.desc(), _c.id)
    )
    return [row for row in tx.all(statement) if row["starts"] is not None]


def _rooms(tx: Tx, ids: Collection[int], day: dt.date) -> list[dict[str, Any]]:
    """Return the rooms, the largest first. Raises Conflict for one whose chairs are too close, Invalid."""
    statement = sa.select(exam_room, PLACE.label("name")).join(location, location.c.id == _r.location_id)
    rows = tx.all(statement.where(_r.id.in_(ids), ~_r.archived).order_by(_r.capacity.desc(), _r.id))
    if not rows:
        raise Invalid(NO_ROOMS, fields={"rooms": NO_ROOMS})
    seating.check_distance(tx, rows, day)
    return rows


def _sessions(tx: Tx, rooms: Sequence[Row], title: str, common: Mapping[str, Any]) -> dict[int, int]:
    """Return the session of each room at a time, by room; plan the missing ones. Raises Conflict."""
    ids = [room["id"] for room in rooms]
    mine = (_s.series_id == common["series_id"], _s.starts == common["starts"], _s.status == "planned")
    known = sa.select(_s.room_id, _s.id).where(*mine, _s.room_id.in_(ids)).with_for_update()
    sessions = {row["room_id"]: row["id"] for row in tx.all(known)}
    new = [
        {**common, "room_id": room["id"], "title": f"{title}, {room['name']}"[:200]}
        for room in rooms
        if room["id"] not in sessions
    ]
    if new:
        inserted = tx.execute(sa.insert(exam_session).returning(_s.room_id, _s.id), new)
        sessions |= {row.room_id: row.id for row in inserted}
    return sessions


def _halls(tx: Tx, rooms: Sequence[Row], sessions: Mapping[int, int]) -> dict[int, Room]:
    """Return the rooms with their taken seats, by id."""
    taken: dict[int, dict[int, int]] = defaultdict(dict)
    here = sa.select(_seat.session_id, _seat.seat, _seat.component_id)
    for one in tx.all(here.where(_seat.session_id.in_(sessions.values()), _seat.seat > 0)):
        taken[one["session_id"]][one["seat"]] = one["component_id"]
    return {
        room["id"]: Room(sessions[room["id"]], room["capacity"], room["rows"], taken[sessions[room["id"]]])
        for room in rooms
    }


def _taken(tx: Tx, starts: dt.datetime, ends: dt.datetime) -> set[int]:
    """Return the candidates who sit something at that time."""
    meanwhile = sa.select(_seat.candidate_id).where(_seat.starts < ends, _seat.ends > starts)
    return set(tx.execute(meanwhile).scalars())


def _waiting(
    papers: Sequence[Row],
    by_paper: Mapping[int, Sequence[Row]],
    apart: bool,
    taken: set[int],
    clashes: list[int],
) -> tuple[dict[int, list[int]], dict[tuple[int, int], tuple[Row, Row]]]:
    """Return those who wait for each paper, either those who sit apart or the others, and the row of each with its
    paper."""
    waiting, entries = defaultdict[int, list[int]](list), dict[tuple[int, int], tuple[Row, Row]]()
    for paper in papers:
        for entry in by_paper[paper["id"]]:
            if entry["apart"] != apart:
                continue
            if entry["candidate_id"] in taken:
                clashes.append(entry["candidate_id"])
                continue
            taken.add(entry["candidate_id"])
            waiting[paper["id"]].append(entry["id"])
            entries[entry["id"], paper["id"]] = (entry, paper)
    return waiting, entries


def _write(tx: Tx, seated: list[dict[str, Any]], sessions: Collection[int]) -> None:
    """Write the seats, and extend sessions and duties until the last candidate is done."""
    if not seated:
        return
    # One statement of arrays: thousands of rows of parameters take longer than the rows.
    names = list(seated[0])
    arrays = [sa.literal([one[name] for one in seated], ARRAY(_seat[name].type)) for name in names]
    rows = sa.func.unnest(*arrays).table_valued(*names).render_derived()
    tx.execute(sa.insert(exam_seat).from_select(names, sa.select(*(rows.c[name] for name in names))))
    last = sa.select(_seat.session_id, sa.func.max(_seat.ends).label("ends")).where(_seat.session_id.in_(sessions))
    last_of = last.group_by(_seat.session_id).subquery("last_of")
    values = {"ends": sa.func.greatest(_s.ends, last_of.c.ends), "seated_at": sa.func.now(), "version": _s.version + 1}
    tx.execute(sa.update(exam_session).where(_s.id == last_of.c.session_id).values(values))
    stays = (_d.session_id == _s.id, _s.id.in_(sessions), _d.ends != _s.ends)
    tx.execute(sa.update(invigilation).where(*stays).values(ends=_s.ends, version=_d.version + 1))
    refresh(tx, [one["entry_id"] for one in seated], kinds=OF_SEATS)


def place(tx: Tx, row: Row, seat: int) -> dict[str, Any]:
    """Move a candidate to a seat of the session; a candidate in that seat changes places with them. Raises Conflict."""
    session = seating.session(tx, row["session_id"])
    if session["status"] in ("finished", "cancelled"):
        raise Conflict("This session is over")
    capacity = tx.scalar(sa.select(_r.capacity).where(_r.id == session["room_id"]))
    if seat > capacity:
        raise Conflict(f"This room has {capacity} seats")
    there = tx.one(sa.select(exam_seat).where(_seat.session_id == session["id"], _seat.seat == seat))
    if there is not None and there["id"] != row["id"]:
        for one, to in ((row["id"], None), (there["id"], row["seat"])):
            tx.execute(sa.update(exam_seat).where(_seat.id == one).values(seat=to, version=_seat.version + 1))
    tx.execute(sa.update(exam_seat).where(_seat.id == row["id"]).values(seat=seat, version=_seat.version + 1))
    return {"id": row["id"], "seat": seat, "swapped": there["id"] if there and there["id"] != row["id"] else None}
