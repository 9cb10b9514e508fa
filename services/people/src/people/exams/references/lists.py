"""The list of teachers' references."""

from __future__ import annotations

from kit.lists import Column, Figures, Filter, ListSpec, Tab
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.model import exam_series
from people.exams.references.attributes import TEACHER_REFERENCE
from people.exams.references.fields import REFERENCE_FIELDS
from people.exams.references.model import teacher_reference
from people.persons.model import TABLES
from people.persons.queries import full_name

_r, _candidate = teacher_reference.c, TABLES["candidate"]

REFERENCES = ListSpec(
    name="teacherReferences",
    path="/exams/references",
    title="Teacher references",
    one="reference",
    naming="candidate",
    source=teacher_reference.join(SOURCE, exam_entry.c.id == _r.entry_id),
    columns=TEACHER_REFERENCE.columns(
        Column(name="id", expression=_r.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="exam", expression=EXAM_TITLE, width=180),
        *("teacher", "status", "due", "grade", "rank"),
        Column(name="series", expression=exam_series.c.name, width=140),
        Column(name="candidateId", expression=exam_entry.c.candidate_id, type="id", hidden=True),
    ),
    filters=TEACHER_REFERENCE.filters(
        *("status", "due"),
        Filter(name="candidateId", expression=exam_entry.c.candidate_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    search=_candidate.c.search,
    default_sort="due",
    figures=Figures(by=("status", "due")),
    target="/exams/references/{id}",
    edit=REFERENCE_FIELDS,
)
LISTS = (REFERENCES,)
