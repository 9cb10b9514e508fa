"""Lists of exam rooms, sessions, seats, today's seats, duties and ratios."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import TODAY, day_of
from kit.lists import By, Calendar, Column, Figures, Filter, ListSpec, Tab, archived_filter
from people.calendar.model import booking, event
from people.exams.candidacies.model import exam_candidacy
from people.exams.entries.model import exam_entry
from people.exams.model import exam, exam_series
from people.exams.rules.model import holds
from people.exams.sessions import queries
from people.exams.sessions.attributes import DUTY, RATIO, ROOM, SEAT, SESSION
from people.exams.sessions.fields import DUTY_FIELDS, RATIO_FIELDS, ROOM_FIELDS, SEAT_FIELDS, SESSION_FIELDS
from people.exams.sessions.model import exam_ratio, exam_room, exam_seat, exam_session, invigilation
from people.exams.sessions.staffing import NEEDED, SEATED, STAFFED
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE

_r, _s, _seat, _d, _b = exam_room.c, exam_session.c, exam_seat.c, invigilation.c, booking.c
_candidate, _invigilator = TABLES["candidate"], TABLES["invigilator"]
_ROOM = Column(name="room", expression=PLACE, width=170)


def _id(column: sa.Column[int]) -> Column:
    return Column(name="id", expression=column, type="id", hidden=True, width=70)


ROOMS = ListSpec(
    name="examRooms",
    path="/exams/rooms",
    title="Exam rooms",
    one="exam room",
    naming="room",
    source=exam_room.join(location, location.c.id == _r.location_id),
    columns=ROOM.columns(_id(_r.id), _ROOM, "capacity"),
    filters=ROOM.filters("separate", archived_filter(_r.archived)),
    default_sort="capacity",
    search=location.c.title,
    edit=ROOM_FIELDS,
)

_PAPERS = (
    sa.select(sa.func.coalesce(sa.func.string_agg(sa.distinct(exam.c.subject), sa.literal(", ")), ""))
    .select_from(
        exam_seat.join(exam_entry, exam_entry.c.id == _seat.entry_id).join(exam, exam.c.id == exam_entry.c.exam_id)
    )
    .where(_seat.session_id == _s.id)
    .correlate(exam_session)
    .scalar_subquery()
)
_UNSTAFFED = sa.and_(_s.status.in_(("planned", "running")), STAFFED < NEEDED)

SESSIONS_LIST = ListSpec(
    name="examSessions",
    path="/exams/sessions",
    title="Exam sessions",
    one="session",
    naming="title",
    source=queries.PLACED.join(exam_series, exam_series.c.id == _s.series_id),
    columns=SESSION.columns(
        _id(_s.id),
        "title",
        _ROOM,
        *("starts", "ends", "status"),
        Column(name="subjects", expression=_PAPERS, width=180),
        Column(name="seatedCount", expression=SEATED, title="Candidates", type="integer", width=100),
        Column(name="staffed", expression=STAFFED, title="Invigilators", type="integer", width=105),
        Column(name="needed", expression=NEEDED, title="Needed", type="integer", width=85),
        Column(name="series", expression=exam_series.c.name, width=160),
    ),
    filters=SESSION.filters(
        *("status", "starts", "kind"),
        Filter(name="unstaffed", expression=_UNSTAFFED, title="Lacks invigilators", kind="boolean"),
        Filter(name="room", expression=_s.room_id, title="Room", options_from="/exams/rooms/names", column="room"),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    views=(Calendar(title="title", lines=("room", "subjects"), start="starts", end="ends", color="status"),),
    default_sort="starts",
    figures=Figures(by=("status", "kind", By("room", text="room"), "starts")),
    target="/exams/sessions/{id}",
    edit=SESSION_FIELDS,
)


_VERY_LATE = sa.func.coalesce(_seat.late_by, -1) >= holds("veryLate", day_of(_seat.starts))
"""Candidates for whom the board decides whether it accepts their work."""
_VERY_LATE_FROM = _seat.starts + holds("veryLate", day_of(_seat.starts)) * sa.literal_column("interval '1 minute'")
"""The lateness from which the exams office reports a candidate to the board."""


def _seats(name: str, title: str, path: str, **more: Any) -> ListSpec:
    return ListSpec(
        name=name,
        path=path,
        title=title,
        one="seat",
        naming="candidate",
        source=queries.SEATS_OF.join(exam_entry, exam_entry.c.id == _seat.entry_id).join(
            exam_candidacy, exam_candidacy.c.id == exam_entry.c.candidacy_id
        ),
        columns=SEAT.columns(
            _id(_seat.id),
            Column(name="candidate", expression=full_name(_candidate), width=170),
            Column(name="number", expression=exam_candidacy.c.number, width=85),
            Column(name="paper", expression=queries.PAPER, width=210),
            *("starts", "ends"),
            _ROOM,
            *("seat", "status", "identityChecked"),
            Column(name="session", expression=_s.title, hidden=True, width=180),
            Column(name="veryLateFrom", expression=_VERY_LATE_FROM, type="datetime", hidden=True, width=130),
            Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
        ),
        filters=SEAT.filters(
            *("status", "kind", "starts"),
            Filter(name="room", expression=_s.room_id, options_from="/exams/rooms/names", column="room"),
            Filter(name="veryLate", expression=_VERY_LATE, title="Very late", kind="boolean"),
            Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
        ),
        tabs=[Tab(filter="status", with_all=True)],
        search=_candidate.c.search,
        default_sort="starts",
        edit=SEAT_FIELDS,
        **more,
    )


SEATS_LIST = _seats(
    "examSeats",
    "Seats",
    "/exams/seats",
    views=(Calendar(title="candidate", lines=("paper", "room"), start="starts", end="ends", color="status"),),
    figures=Figures(by=("status", "kind", By("room", text="room"), "starts")),
)
DAY = _seats("examDay", "Exams today", "/exams/day", where=day_of(_seat.starts) == TODAY)
"""The candidates who sit a paper today."""

_EVENT = (
    sa.select(_b.id)
    .join(event, event.c.id == _b.event_id)
    .where(
        event.c.type == "invigilation session",
        _b.kind == "invigilator",
        _b.person_id == _d.invigilator_id,
        _b.span.op("&&")(sa.func.tstzrange(_d.starts, _d.ends)),
    )
    .order_by(_b.id)
    .limit(1)
    .correlate(invigilation)
    .scalar_subquery()
)
"""The invigilator's place on the calendar event of this session: the `iiId` of their slip (`teaching.md 3`)."""

DUTIES_LIST = ListSpec(
    name="invigilation",
    path="/exams/invigilation",
    title="Invigilation",
    one="duty",
    naming="invigilator",
    source=queries.DUTIES_OF,
    columns=DUTY.columns(
        _id(_d.id),
        Column(name="invigilator", expression=full_name(_invigilator), width=180),
        *("role", "status"),
        Column(name="session", expression=_s.title, width=210),
        _ROOM,
        *("starts", "ends"),
        Column(name="iiId", expression=_EVENT, title="Session in the calendar", type="integer", hidden=True, width=140),
    ),
    filters=DUTY.filters("status", "role", "kind", "starts"),
    tabs=[Tab(filter="status", with_all=True)],
    views=(Calendar(title="invigilator", lines=("session", "room"), start="starts", end="ends", color="status"),),
    search=_invigilator.c.search,
    default_sort="starts",
    figures=Figures(by=("status", "role", "kind", "starts")),
    edit=DUTY_FIELDS,
)

RATIOS = ListSpec(
    name="examRatios",
    path="/exams/ratios",
    title="Ratios of invigilation",
    one="ratio",
    naming="candidates",
    columns=RATIO.columns(_id(exam_ratio.c.id), "candidates"),
    filters=RATIO.filters(),
    default_sort="-validFrom",
    edit=RATIO_FIELDS,
)

LISTS = (ROOMS, SESSIONS_LIST, SEATS_LIST, DAY, DUTIES_LIST, RATIOS)
