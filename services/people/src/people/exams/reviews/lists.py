"""The list of services after results."""

from __future__ import annotations

from kit.lists import Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import EXAM
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.model import exam, exam_series
from people.exams.reviews.attributes import RESULT_REVIEW
from people.exams.reviews.fields import REVIEW_FIELDS
from people.exams.reviews.model import result_review
from people.persons.model import TABLES
from people.persons.queries import full_name

_r, _candidate = result_review.c, TABLES["candidate"]

RESULT_REVIEWS = ListSpec(
    name="resultReviews",
    path="/exams/reviews",
    title="Reviews of results",
    one="review",
    naming="candidate",
    source=result_review.join(SOURCE, exam_entry.c.id == _r.entry_id),
    columns=RESULT_REVIEW.columns(
        Column(name="id", expression=_r.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        *("service", "status", "consentedOn", "dueOn", "sentOn", "gradeBefore", "gradeAfter"),
        Column(name="series", expression=exam_series.c.name, width=160),
        Column(name="board", expression=exam.c.board, hidden=True, width=90),
        Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
    ),
    filters=RESULT_REVIEW.filters(
        *("status", "service"),
        EXAM["board"].as_filter(),
        *("dueOn", "consentedOn"),
        Filter(name="series", expression=exam_series.c.id, title="Series", options_from="/system/examseries/list"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    search=_candidate.c.search,
    default_sort="dueOn",
    figures=Figures(by=("status", "service", "dueOn")),
    target="/exams/reviews/{id}",
    edit=REVIEW_FIELDS,
)
LISTS = (RESULT_REVIEWS,)
