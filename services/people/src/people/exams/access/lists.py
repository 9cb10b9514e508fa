"""The list of access arrangements."""

from __future__ import annotations

from kit.database.sql import TODAY
from kit.lists import Column, Figures, Filter, ListSpec, Tab
from people.exams.access.attributes import ARRANGEMENT
from people.exams.access.fields import ARRANGEMENT_FIELDS
from people.exams.access.model import access_arrangement, holds_on
from people.persons.model import TABLES
from people.persons.queries import full_name

_a, _candidate = access_arrangement.c, TABLES["candidate"]

ARRANGEMENTS = ListSpec(
    name="accessArrangements",
    path="/exams/access",
    title="Access arrangements",
    one="access arrangement",
    naming="candidate",
    source=access_arrangement.join(_candidate, _candidate.c.id == _a.candidate_id),
    columns=ARRANGEMENT.columns(
        Column(name="id", expression=_a.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=180),
        *("kind", "percent"),
        Column(name="holds", expression=holds_on(TODAY), title="Holds today", type="boolean", width=105),
    ),
    filters=ARRANGEMENT.filters(
        "kind",
        Filter(name="approved", expression=_a.approved_on.is_not(None), kind="boolean"),
        *("approvedOn", "expiresOn"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="kind", with_all=True)],
    default_sort="expiresOn",
    search=_candidate.c.search,
    figures=Figures(by=("kind", "approved", "expiresOn")),
    edit=ARRANGEMENT_FIELDS,
)
LISTS = (ARRANGEMENTS,)
