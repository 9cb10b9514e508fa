"""The list of entries. The screens of public, trial and centre assessed exams filter it by the kind of season."""

from __future__ import annotations

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import EXAM
from people.exams.candidacies.model import exam_candidacy
from people.exams.components.lists import EXAM_TITLE
from people.exams.deadlines.lists import lacks_for
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.attributes import ENTRY
from people.exams.entries.fields import ENTRY_FIELDS
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import RELEASED, RELEASED_MARK, RELEASED_TO, SOURCE
from people.exams.model import RESULTS_OUT, exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

_e, _x, _s, _candidate = exam_entry.c, exam.c, exam_series.c, TABLES["candidate"]

ENTRIES_LIST = ListSpec(
    name="examEntries",
    path="/exams/entries",
    title="Entries",
    one="entry",
    naming="candidate",
    source=SOURCE,
    columns=ENTRY.columns(
        Column(name="id", expression=_e.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="number", expression=exam_candidacy.c.number, width=90),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="board", expression=_x.board, width=90),
        Column(name="code", expression=_x.code, width=90),
        *("status", "tier", "option", "feeKind", "enteredOn", "forecastGrade", "courseworkMark"),
        Column(name="result", expression=RELEASED, title="Released result", readers=RELEASED_TO, width=120),
        Column(name="series", expression=_s.name, width=160),
        Column(name="centre", expression=exam_candidacy.c.centre_number, title="Centre", hidden=True, width=90),
        Column(name="level", expression=_x.level, hidden=True, width=110),
        Column(name="subject", expression=_x.subject, hidden=True, width=150),
        Column(name="seriesId", expression=_s.id, type="id", hidden=True),
        Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
    ),
    filters=ENTRY.filters(
        *("status", "kind", "feeKind"),
        *(EXAM[name].as_filter() for name in ("board", "level", "subject")),
        Filter(name="series", expression=_s.id, title="Series", options_from="/system/examseries/list"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
        Filter(name="candidacyId", expression=_e.candidacy_id, hidden=True),
        Filter(name="centre", expression=exam_candidacy.c.centre_number),
        Filter(name="missingFor", expression=exam_deadline.c.id, hidden=True, condition=lacks_for),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="-id",
    search=_candidate.c.search,
    target="/exams/entries/{id}",
    edit=ENTRY_FIELDS,
    figures=Figures(
        by=(
            *("status", "kind", "feeKind"),
            By("board", text="board"),
            By("level", text="level"),
            By("subject", text="subject"),
            By("centre", text="centre"),
            By("series", text="series"),
            "enteredOn",
        )
    ),
)
RESULTS = ListSpec(
    name="examResults",
    path="/exams/results",
    title="Results",
    one="result",
    naming="candidate",
    source=SOURCE,
    where=_e.status != "withdrawn",
    columns=[
        Column(name="id", expression=_e.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="series", expression=_s.name, width=170),
        ENTRY["kind"].in_list(),
        *(ENTRY[name].in_list() for name in ("forecastGrade", "courseworkMark", "assessedGrade", "resultGrade")),
        ENTRY["resultMark"].in_list(),
        Column(name="result", expression=RELEASED, title="Released result", readers=RELEASED_TO, width=125),
        Column(name="resultsAt", expression=_s.results_at, title="Results from", type="datetime", width=130),
        Column(
            name="mark",
            expression=RELEASED_MARK,
            title="Released mark",
            type="integer",
            readers=RELEASED_TO,
            width=110,
        ),
        Column(name="released", expression=RESULTS_OUT, type="boolean", hidden=True),
        Column(name="candidateId", expression=_e.candidate_id, type="id", hidden=True),
        Column(name="candidacyId", expression=_e.candidacy_id, type="id", hidden=True),
        Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
    ],
    filters=[
        ENTRY["kind"].as_filter(),
        EXAM["subject"].as_filter(),
        Filter(name="series", expression=_s.id, title="Series", options_from="/system/examseries/list"),
        ENTRY["candidateId"].as_filter(),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ],
    tabs=[Tab(filter="kind", with_all=True)],
    default_sort="-id",
    search=_candidate.c.search,
    target="/exams/entries/{id}",
    record=ENTRY_FIELDS,
)
"""Estimated, trial and final grades side by side. Grades of trial exams are results of their own series."""
LISTS = (ENTRIES_LIST, RESULTS)
