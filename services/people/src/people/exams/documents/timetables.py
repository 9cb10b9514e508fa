"""A candidate's own timetable: only their papers, with time, room and seat."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.documents import Document, Facts, Head, SmallPrint, Table
from kit.lists import Bundle
from kit.policy import Actor, Row
from kit.values.shown import clock
from people.exams.candidacies.lists import CANDIDACIES
from people.exams.candidacies.model import exam_candidacy
from people.exams.documents.drawing import SessionPaper
from people.exams.entries.model import exam_entry
from people.exams.plans.showing import ROWS_OF
from people.exams.policy import of_candidate
from people.exams.sessions.model import exam_seat, exam_session
from people.exams.sessions.policy import SEATS
from people.exams.sessions.queries import PAPER
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.naming import PLACE
from people.policy import STAFF

_candidate, _place, _seat, _s = TABLES["candidate"], exam_candidacy.c, exam_seat.c, exam_session.c
CANDIDATES = of_candidate(_candidate.c.id)
_HEADS = [Head("Day", "date"), Head("From"), Head("Until"), Head("Paper"), Head("Room"), Head("Seat", "integer")]
_NOTICE = ["Bring photographic identification. Be there ten minutes before the time; phones and watches stay outside."]


def of(connection: sa.Connection, actor: Actor, candidate: int) -> SessionPaper | None:
    """Return the timetable of a candidate that the actor reaches, with the sittings of this year and later."""
    mine = (_candidate.c.id == candidate, CANDIDATES.where(actor))
    name = connection.scalar(sa.select(full_name(_candidate)).where(*mine))
    if name is None:
        return None
    numbers = sa.select(sa.func.string_agg(sa.distinct(_place.number), sa.literal(", "))).where(
        _place.candidate_id == candidate
    )
    since = sa.func.now() - sa.literal_column("interval '300 days'")
    rows = _seats(connection, actor, _seat.candidate_id == candidate, _seat.starts > since)
    return _paper(name, str(connection.scalar(numbers) or ""), rows)


def _seats(connection: sa.Connection, actor: Actor, *where: Any) -> list[dict[str, Any]]:
    columns = (
        exam_entry.c.candidacy_id,
        _seat.starts,
        _seat.ends,
        PAPER.label("paper"),
        PLACE.label("room"),
        _seat.seat,
    )
    standing = (_s.status != "cancelled", SEATS.where(actor))
    statement = sa.select(*columns).select_from(ROWS_OF).where(*where, *standing)
    return all_rows(connection, statement.order_by(_seat.starts, _seat.id))


def _paper(name: str, number: str, rows: Sequence[Row]) -> SessionPaper:
    lines = [
        (row["starts"], clock(row["starts"]), clock(row["ends"]), row["paper"], row["room"], row["seat"])
        for row in rows
    ]
    parts = [
        Facts([("Candidate", name), ("Candidate number", number)]),
        Table(_HEADS, lines, empty="No seat is given yet"),
        SmallPrint(_NOTICE),
    ]
    plain = re.sub(r"[^\w -]", "", name)
    return SessionPaper(f"Timetable {plain}.pdf", Document(title="Exam timetable", reference=name, parts=parts))


def papers(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, SessionPaper]:
    """Return the timetables of candidates in a series, by the id of their place in it."""
    places = all_rows(
        connection,
        sa.select(_place.id, _place.number, full_name(_candidate).label("name"))
        .join(_candidate, _candidate.c.id == _place.candidate_id)
        .where(_place.id.in_(ids), CANDIDATES.where(actor)),
    )
    seats: dict[int, list[Row]] = {}
    for row in _seats(connection, actor, exam_entry.c.candidacy_id.in_(ids)):
        seats.setdefault(row["candidacy_id"], []).append(row)
    return {one["id"]: _paper(one["name"], one["number"], seats.get(one["id"], ())) for one in places}


PRINTED = Bundle(spec=CANDIDACIES, papers=papers, noun="timetable", rule=STAFF)
