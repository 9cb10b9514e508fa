"""The list of the marks of components."""

from __future__ import annotations

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import EXAM
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.attributes import KINDS
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.marks.attributes import COMPONENT_MARK
from people.exams.marks.fields import MARK_FIELDS, SOURCE
from people.exams.marks.model import component_mark
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

_m, _candidate = component_mark.c, TABLES["candidate"]

MARKS_LIST = ListSpec(
    name="componentMarks",
    path="/exams/marks",
    title="Marks of papers",
    one="mark",
    naming="candidate",
    source=SOURCE,
    columns=COMPONENT_MARK.columns(
        Column(name="id", expression=_m.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="number", expression=exam_candidacy.c.number, width=90),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="paper", expression=exam_component.c.code, width=110),
        Column(name="paperTitle", expression=exam_component.c.title, title="Title", hidden=True, width=150),
        *("mark", "maxMark", "source"),
        Column(name="board", expression=exam.c.board, width=90),
        Column(name="series", expression=exam_series.c.name, width=160),
        Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
    ),
    filters=COMPONENT_MARK.filters(
        *("kind", "source"),
        EXAM["board"].as_filter(),
        Filter(name="paperKind", expression=exam_component.c.kind, title="Kind of paper", options=KINDS),
        Filter(name="series", expression=exam_series.c.id, title="Series", options_from="/system/examseries/list"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="source", with_all=True)],
    search=_candidate.c.search,
    default_sort="-id",
    figures=Figures(by=("source", By("board", text="board"), By("series", text="series"))),
    target="/exams/entries/{entryId}",
    edit=MARK_FIELDS,
)
LISTS = (MARKS_LIST,)
