"""Documents of a session, one by one or all together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from kit.database import all_rows
from kit.documents import Document, Facts, Head, Heading, PageBreak, Part, SmallPrint, Table
from kit.lists import Bundle
from kit.policy import Actor, Row
from kit.values import options
from kit.values.shown import clock, shown
from people.exams.access.model import access_arrangement, holds_on
from people.exams.documents.parts import Labels, SeatPlan
from people.exams.model import exam_series
from people.exams.plans import showing
from people.exams.sessions.attributes import ROLES
from people.exams.sessions.lists import SESSIONS_LIST
from people.exams.sessions.model import exam_room, exam_seat, exam_session, invigilation
from people.exams.sessions.policy import SESSIONS
from people.exams.sessions.queries import PLACED
from people.persons.catalogue import ACCESS
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.naming import PLACE
from people.policy import STAFF

_s, _r, _d, _a, _seat = exam_session.c, exam_room.c, invigilation.c, access_arrangement.c, exam_seat.c
_invigilator = TABLES["invigilator"]
KINDS = options(
    ("plan", "Seating plan"),
    ("door", "Door list"),
    ("register", "Attendance register"),
    ("labels", "Desk labels"),
    ("invigilators", "Invigilator sheet"),
    ("evacuation", "Evacuation list"),
)
TITLES = {str(one.value): str(one.label) for one in KINDS}
_ROLES = {str(one.value): str(one.label) for one in ROLES}
_ARRANGEMENTS = {str(one.value): str(one.label) for one in ACCESS}
_BOX = "☐"


@dataclass(frozen=True)
class Day:
    """A session with all the data of its documents."""

    row: Row
    seats: Sequence[Row]
    duties: Sequence[Row]
    arrangements: Mapping[int, Sequence[str]]

    @property
    def facts(self) -> Facts:
        times = f"{shown(self.row['starts'], 'datetime')} to {clock(self.row['ends'])}"
        return Facts(
            [
                ("Session", self.row["title"]),
                ("Room", self.row["room"]),
                ("Time", times),
                ("Series", self.row["series"]),
            ]
        )


def read(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, Day]:
    """Return the sessions that the actor reaches, with their seats, duties and arrangements."""
    columns = (exam_session, PLACE.label("room"), _r.capacity, _r.rows, _r.columns, exam_series.c.name.label("series"))
    source = PLACED.join(exam_series, exam_series.c.id == _s.series_id)
    rows = all_rows(connection, sa.select(*columns).select_from(source).where(_s.id.in_(ids), SESSIONS.where(actor)))
    return {row["id"]: _day(connection, actor, row) for row in rows}


def _day(connection: sa.Connection, actor: Actor, row: Row) -> Day:
    duties = (
        sa.select(_d.role, _d.status, full_name(_invigilator).label("name"))
        .join(_invigilator, _invigilator.c.id == _d.invigilator_id)
        .where(_d.session_id == row["id"], _d.status != "declined")
        .order_by(_d.role != "lead", _invigilator.c.last_key, _d.id)
    )
    arranged = (
        sa.select(_seat.id, _a.kind)
        .join(access_arrangement, _a.candidate_id == _seat.candidate_id)
        .where(_seat.session_id == row["id"], holds_on(sa.literal(row["starts"].date(), sa.Date)))
        .order_by(_a.kind)
    )
    arrangements: dict[int, list[str]] = {}
    for one in all_rows(connection, arranged):
        arrangements.setdefault(one["id"], []).append(_ARRANGEMENTS.get(one["kind"], one["kind"]))
    return Day(row, showing.seats(connection, actor, row["id"]), all_rows(connection, duties), arrangements)


def _plan(day: Day) -> list[Part]:
    """Return the plan of the seats with numbers only, because it hangs where candidates read it."""
    rows, columns = day.row["rows"], day.row["columns"]
    if not rows or not columns:
        rows, columns = -(-day.row["capacity"] // 5), 5
    seats = {one["seat"]: (one["number"], one["paper"].split()[-1]) for one in day.seats if one["seat"]}
    return [day.facts, SeatPlan(rows, columns, day.row["capacity"], seats)]


def _door(day: Day) -> list[Part]:
    heads = [Head("Number"), Head("Seat", "integer"), Head("Paper"), Head("Until")]
    rows = sorted((one["number"], one["seat"], one["paper"], clock(one["ends"])) for one in day.seats)
    return [day.facts, Table(heads, rows, empty="Nobody has a seat yet")]


def _register(day: Day) -> list[Part]:
    heads = [
        Head("Seat", "integer"),
        Head("Number"),
        Head("Candidate"),
        Head("Paper"),
        Head("Until"),
        Head("Present"),
        Head("Late"),
        Head("Absent"),
        Head("Identity"),
    ]
    rows = [
        (one["seat"], one["number"], one["candidate"], one["paper"], clock(one["ends"]), _BOX, _BOX, _BOX, _BOX)
        for one in day.seats
    ]
    return [
        day.facts,
        Table(heads, rows, empty="Nobody has a seat yet"),
        SmallPrint(["Signed by the lead invigilator: __________________________  Time: __________"]),
    ]


def _labels(day: Day) -> list[Part]:
    labels = [
        (
            one["number"],
            one["candidate"],
            one["paper"],
            f"Seat {one['seat'] or '–'}, {clock(one['starts'])} to {clock(one['ends'])}",
        )
        for one in day.seats
    ]
    return [Labels(labels)]


def _invigilators(day: Day) -> list[Part]:
    people = [
        (one["name"], _ROLES.get(one["role"], one["role"]), one["status"].capitalize(), "", "") for one in day.duties
    ]
    special = [
        (
            one["seat"],
            one["number"],
            one["candidate"],
            clock(one["ends"]),
            ", ".join(day.arrangements.get(one["id"], ())),
        )
        for one in day.seats
        if day.arrangements.get(one["id"]) or one["extra"]
    ]
    papers: dict[tuple[str, str], int] = {}
    for one in day.seats:
        key = (one["paper"], clock(one["ends"]))
        papers[key] = papers.get(key, 0) + 1
    return [
        day.facts,
        Heading("Invigilators"),
        Table(
            [Head("Name"), Head("Role"), Head("Answer"), Head("From"), Head("Until")],
            people,
            empty="Nobody is on the roster",
        ),
        Heading("Papers"),
        Table(
            [Head("Paper"), Head("Ends"), Head("Candidates", "integer")],
            sorted((paper, ends, count) for (paper, ends), count in papers.items()),
        ),
        Heading("Extra time and arrangements"),
        Table(
            [Head("Seat", "integer"), Head("Number"), Head("Candidate"), Head("Until"), Head("Arrangements")],
            special,
            empty="Nobody has an arrangement",
        ),
        Heading("Incidents"),
        Table([Head("Time"), Head("What happened"), Head("Witness")], [("", "", "")] * 5),
    ]


def _evacuation(day: Day) -> list[Part]:
    heads = [Head("Seat", "integer"), Head("Number"), Head("Candidate"), Head("Register"), Head("Outside")]
    rows = [(one["seat"], one["number"], one["candidate"], one["status"].capitalize(), _BOX) for one in day.seats]
    staff = [(one["name"], _ROLES.get(one["role"], one["role"]), _BOX) for one in day.duties]
    return [
        day.facts,
        Table(heads, rows, empty="Nobody has a seat"),
        Heading("Invigilators"),
        Table([Head("Name"), Head("Role"), Head("Outside")], staff, empty="Nobody is on the roster"),
    ]


_PARTS: Mapping[str, Callable[[Day], list[Part]]] = {
    "plan": _plan,
    "door": _door,
    "register": _register,
    "labels": _labels,
    "invigilators": _invigilators,
    "evacuation": _evacuation,
}


@dataclass(frozen=True)
class SessionPaper:
    """A document of a session, or all of them in sequence."""

    name: str
    document: Document

    def render(self) -> bytes:
        """Return the bytes of the PDF. Raises Unavailable."""
        return self.document.render()


def paper_of(day: Day, kind: str) -> SessionPaper:
    """Return one document of a session."""
    reference = shown(day.row["starts"], "datetime")
    return SessionPaper(
        f"{TITLES[kind]} {day.row['title']}.pdf",
        Document(title=TITLES[kind], reference=reference, parts=_PARTS[kind](day)),
    )


def papers(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> dict[int, SessionPaper]:
    """Return one document with all documents of each session."""
    return {number: _all(day) for number, day in read(connection, actor, ids).items()}


def _all(day: Day) -> SessionPaper:
    parts = list[Part]()
    for kind in _PARTS:
        parts += [*([PageBreak()] if parts else []), Heading(TITLES[kind]), *_PARTS[kind](day)]
    reference = shown(day.row["starts"], "datetime")
    document = Document(title="Exam session", reference=reference, parts=parts)
    return SessionPaper(f"{day.row['title']} {day.row['id']}.pdf", document)


PRINTED = Bundle(spec=SESSIONS_LIST, papers=papers, noun="session", rule=STAFF)
