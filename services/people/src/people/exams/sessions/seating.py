"""Seating of candidates: in the order of their numbers, up to the seats of the room, each with the extra time of their
arrangements. Those who sit apart get a separate room."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values.days import LONDON
from people.exams.access.attributes import SEPARATE
from people.exams.access.model import access_arrangement, holds_on
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.plans.seating import Room, plan
from people.exams.policy import check_kind
from people.exams.rules.model import number
from people.exams.sessions.model import exam_room, exam_seat, exam_session, invigilation

_seat, _entry, _c, _s, _a = exam_seat.c, exam_entry.c, exam_component.c, exam_session.c, access_arrangement.c
FULL = "This room has no seat left at this session"
NOBODY = "Everybody who is entered for this paper already has a seat"
NO_MINUTES = "This paper has no length yet. Please enter its minutes first"
ANOTHER_EXAM = "This paper is of another exam than the entry"
ANOTHER_SERIES = "This entry is of another series than the session"
TOO_CLOSE = "The chairs of this room stand {distance} cm apart; {least} cm are needed"
NO_SESSION = "Please choose a session"
NO_ROOM = "Please choose a room"


def session(tx: Tx, session_id: int) -> Row:
    """Return a session, locked, so that two officers seat a room one after the other. Raises Invalid."""
    row = tx.one(sa.select(exam_session).where(_s.id == session_id).with_for_update())
    if row is None:
        raise Invalid(NO_SESSION, fields={"sessionId": NO_SESSION})
    return row


def extra_percent(tx: Tx, candidate_id: int, starts: dt.datetime) -> int:
    """Return the extra time of a candidate on the day of a sitting, in percent of its minutes."""
    day = sa.literal(starts.astimezone(LONDON).date(), sa.Date)
    most = sa.select(sa.func.max(_a.percent)).where(_a.candidate_id == candidate_id, holds_on(day))
    return int(tx.scalar(most) or 0)


def ends_at(starts: dt.datetime, minutes: int, percent: int) -> dt.datetime:
    """Return the end of a sitting with extra time; part of a minute counts as a whole one. Times are added in UTC, so a
    clock change does not change the length."""
    return starts.astimezone(dt.UTC) + dt.timedelta(minutes=-(-minutes * (100 + percent) // 100))


def paper_of(tx: Tx, component_id: int) -> Row:
    """Return a paper with a length. Raises Invalid."""
    row = tx.one(sa.select(exam_component).where(_c.id == component_id))
    if row is None or not row["minutes"]:
        raise Invalid(NO_MINUTES, fields={"componentId": NO_MINUTES})
    return row


def _free_seats(tx: Tx, row: Row) -> list[int]:
    """Return the free seats in a session's room, the lowest first."""
    capacity = tx.scalar(sa.select(exam_room.c.capacity).where(exam_room.c.id == row["room_id"]))
    taken = set(tx.execute(sa.select(_seat.seat).where(_seat.session_id == row["id"])).scalars())
    return [number for number in range(1, int(capacity or 0) + 1) if number not in taken]


def complete(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a seat that is assigned by hand: the candidate, the times, the next free number. Raises
    Invalid, Conflict, Forbidden."""
    place = session(tx, values["session_id"])
    check_kind(tx.actor, place["kind"])
    entry = tx.one(
        sa.select(exam_entry, exam_candidacy.c.series_id)
        .join(exam_candidacy, exam_candidacy.c.id == _entry.candidacy_id)
        .where(_entry.id == values["entry_id"])
    )
    paper = paper_of(tx, values["component_id"])
    if entry is None or entry["exam_id"] != paper["exam_id"]:
        raise Invalid(ANOTHER_EXAM, fields={"componentId": ANOTHER_EXAM})
    if entry["series_id"] != place["series_id"]:
        raise Invalid(ANOTHER_SERIES, fields={"entryId": ANOTHER_SERIES})
    free = _free_seats(tx, place)
    wanted = values.get("seat")
    if not free:
        raise Conflict(FULL, fields={"sessionId": FULL})
    percent = extra_percent(tx, entry["candidate_id"], place["starts"])
    return {
        "candidate_id": entry["candidate_id"],
        "kind": place["kind"],
        "seat": wanted or free[0],
        "starts": place["starts"],
        "ends": ends_at(place["starts"], paper["minutes"], percent),
    }


def seated(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Extend the session until the last candidate is done."""
    last = sa.select(sa.func.max(_seat.ends)).where(_seat.session_id == values["session_id"]).scalar_subquery()
    changed = sa.update(exam_session).where(_s.id == values["session_id"])
    changed = changed.values(ends=sa.func.greatest(_s.ends, last), version=_s.version + 1)
    ends_until(tx, values["session_id"], tx.scalar(changed.returning(_s.ends)))


def ends_until(tx: Tx, session_id: int, ends: dt.datetime) -> None:
    """Extend the duties of a session until it ends."""
    mine = (invigilation.c.session_id == session_id, invigilation.c.ends != ends)
    tx.execute(sa.update(invigilation).where(*mine).values(ends=ends, version=invigilation.c.version + 1))


def waiting(tx: Tx, paper: Row) -> list[dict[str, Any]]:
    """Return the entries without a seat for a paper, by candidate number: `{id, candidate_id, percent, apart}` with
    their extra time, and whether they sit apart."""
    day = sa.literal(paper["sitting_date"], sa.Date) if paper["sitting_date"] else sa.func.current_date()
    mine = sa.and_(_a.candidate_id == _entry.candidate_id, holds_on(day))
    separate = sa.exists().where(mine, _a.kind == SEPARATE)
    percent = sa.select(sa.func.coalesce(sa.func.max(_a.percent), 0)).where(mine).scalar_subquery()
    has_seat = sa.exists().where(_seat.entry_id == _entry.id, _seat.component_id == paper["id"])
    return tx.all(
        sa.select(_entry.id, _entry.candidate_id, percent.label("percent"), separate.label("apart"))
        .join(exam_candidacy, exam_candidacy.c.id == _entry.candidacy_id)
        .where(_entry.exam_id == paper["exam_id"], _entry.status != "withdrawn", ~has_seat)
        .order_by(exam_candidacy.c.number)
    )


def seat_paper(tx: Tx, row: Row, component_id: int) -> dict[str, Any]:
    """Seat those who wait for a paper, until the room is full; return the changed columns of the session. Raises
    Conflict, Invalid."""
    place, paper = session(tx, row["id"]), paper_of(tx, component_id)
    hall = hall_of(tx, place["room_id"], day_in_london(place))
    entries = {entry["id"]: entry for entry in waiting(tx, paper) if entry["apart"] == hall["separate"]}
    if not entries:
        raise Conflict(NOBODY)
    taken = sa.select(_seat.seat, _seat.component_id).where(_seat.session_id == place["id"])
    here = [(one["seat"], one["component_id"]) for one in tx.all(taken)]
    room = Room(place["id"], hall["capacity"], hall["rows"], {seat: of for seat, of in here if seat is not None})
    placed = plan({component_id: list(entries)}, [room])
    if not placed:
        raise Conflict(FULL)
    rows = [
        {
            "session_id": place["id"],
            "entry_id": one.entry,
            "component_id": component_id,
            "kind": place["kind"],
            "candidate_id": entries[one.entry]["candidate_id"],
            "seat": one.seat,
            "starts": place["starts"],
            "ends": ends_at(place["starts"], paper["minutes"], entries[one.entry]["percent"]),
        }
        for one in placed
    ]
    tx.execute(sa.insert(exam_seat), rows)
    ends = max([place["ends"], *(one["ends"] for one in rows)])
    ends_until(tx, place["id"], ends)
    return {"ends": ends}


def check_distance(tx: Tx, halls: Iterable[Row], day: dt.date) -> None:
    """Refuse a room whose chairs are closer than the rule of the day allows, by its name if the row has one. Raises
    Conflict."""
    least = number(tx, "distance", day)
    for hall in halls:
        if hall["distance"] is not None and hall["distance"] < least:
            named = f"{hall['name']}: " if "name" in hall else ""
            raise Conflict(named + TOO_CLOSE.format(distance=hall["distance"], least=least))


def hall_of(tx: Tx, room_id: int, day: dt.date) -> Row:
    """Return a room that can be used for a session on a day. Raises Invalid; Conflict if its chairs are too close."""
    hall = tx.one(sa.select(exam_room).where(exam_room.c.id == room_id))
    if hall is None:
        raise Invalid(NO_ROOM, fields={"roomId": NO_ROOM})
    check_distance(tx, [hall], day)
    return hall


def day_in_london(session: Row) -> dt.date:
    """Return the day of a session."""
    starts: dt.datetime = session["starts"]
    return starts.astimezone(LONDON).date()


def move_times(tx: Tx, session_id: int, by: dt.timedelta) -> None:
    """Move the seats and the duties of a session with it."""
    for table in (exam_seat, invigilation):
        tx.execute(
            sa.update(table)
            .where(table.c.session_id == session_id)
            .values(starts=table.c.starts + by, ends=table.c.ends + by, version=table.c.version + 1)
        )


def check_room(tx: Tx, session: Row, room_id: int) -> None:
    """Refuse a room with fewer seats than the session needs, or whose chairs are too close. Raises Conflict,
    Invalid."""
    capacity = hall_of(tx, room_id, day_in_london(session))["capacity"]
    highest = tx.scalar(sa.select(sa.func.max(_seat.seat)).where(_seat.session_id == session["id"])) or 0
    if highest > capacity:
        raise Conflict(f"This room has {capacity} seats, and seat {highest} is taken. Please choose a larger one")
