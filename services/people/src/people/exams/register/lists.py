"""List of the register's marks."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from people.exams.candidacies.model import exam_candidacy
from people.exams.entries.model import exam_entry
from people.exams.register.attributes import MARK
from people.exams.register.model import exam_mark
from people.exams.sessions import queries
from people.exams.sessions.model import exam_seat, exam_session
from people.exams.sessions.policy import SEATS
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import STAFF

_candidate = TABLES["candidate"]

MARKS_LIST = ListSpec(
    name="examMarks",
    path="/exams/register/marks",
    title="Marks of registers",
    one="mark",
    naming="candidate",
    source=exam_mark.join(queries.SEATS_OF, exam_seat.c.id == exam_mark.c.seat_id)
    .join(exam_entry, exam_entry.c.id == exam_seat.c.entry_id)
    .join(exam_candidacy, exam_candidacy.c.id == exam_entry.c.candidacy_id),
    key=exam_mark.c.id,
    scope=SEATS,
    may=STAFF,
    columns=MARK.columns(
        Column(name="id", expression=exam_mark.c.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=180),
        Column(name="number", expression=exam_candidacy.c.number, width=85),
        *("mark", "at"),
        Column(name="received", expression=exam_mark.c.created, title="Received at", type="datetime", width=130),
        *("byName", "counted"),
        Column(name="session", expression=exam_session.c.title, width=200),
    ),
    filters=MARK.filters(),
    search=_candidate.c.search,
    default_sort="-at",
)
LISTS = (MARKS_LIST,)
