"""Lists of trial exams to mark, and of released results."""

from __future__ import annotations

from kit.lists import Column, Figures, Filter, ListSpec, Tab
from people.exams.attributes import EXAM
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.fields import ENTRY_FIELDS
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import RELEASED, RELEASED_TO
from people.exams.marking.attributes import TRIAL_MARK
from people.exams.marking.fields import MARK_FIELDS
from people.exams.marking.model import trial_mark
from people.exams.marking.publishing import IS_RELEASED, MARKS_SOURCE, MONTH
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

_m, _e, _x, _s = trial_mark.c, exam_entry.c, exam.c, exam_series.c
_candidate, _tutor = TABLES["candidate"], TABLES["tutor"]

TO_MARK = ListSpec(
    name="trialMarks",
    path="/trialexams/marking",
    title="Trial exams to mark",
    one="mark",
    naming="candidate",
    source=MARKS_SOURCE.outerjoin(_tutor, _tutor.c.id == _m.marker_id),
    where=_e.status != "withdrawn",
    columns=TRIAL_MARK.columns(
        Column(name="id", expression=_m.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="marker", expression=full_name(_tutor), width=150),
        *("status", "mark", "maxMark", "grade", "markedOn"),
        Column(name="series", expression=_s.name, width=190),
        Column(name="resultsAt", expression=_s.results_at, title="Results from", type="datetime", width=130),
        Column(name="created", expression=_m.created, title="Since", type="datetime", hidden=True, width=130),
        Column(name="examId", expression=_x.id, type="id", title="Exam ID", hidden=True),
        Column(name="candidateId", expression=_e.candidate_id, type="id", title="Candidate ID", hidden=True),
    ),
    filters=TRIAL_MARK.filters(
        *("status", "markerId", "markedOn"),
        EXAM["subject"].as_filter(),
        Filter(name="assigned", expression=_m.marker_id.is_not(None), title="Has a marker", kind="boolean"),
        Filter(name="seriesId", expression=_s.id, hidden=True, column="series"),
        Filter(name="examId", expression=_x.id, hidden=True, column="exam"),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="id",
    search=_candidate.c.search,
    target="/trialexams/marking/{id}",
    edit=MARK_FIELDS,
    figures=Figures(by=("status", "markedOn")),
)

TRIAL_RESULTS = ListSpec(
    name="trialResults",
    path="/trialexams/results",
    title="Trial results",
    one="result",
    naming="candidate",
    source=MARKS_SOURCE,
    where=IS_RELEASED,
    columns=[
        Column(name="id", expression=_e.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="month", expression=MONTH, width=100),
        Column(name="mark", expression=_m.mark, type="integer", width=80),
        Column(name="maxMark", expression=_m.max_mark, title="Out of", type="integer", width=80),
        Column(name="result", expression=RELEASED, title="Grade", readers=RELEASED_TO, width=80),
        Column(name="comment", expression=_m.comment, width=320),
        Column(name="series", expression=_s.name, width=190),
        Column(name="candidateId", expression=_e.candidate_id, type="id", title="Candidate ID", hidden=True),
    ],
    filters=[
        EXAM["subject"].as_filter(),
        Filter(name="seriesId", expression=_s.id, hidden=True, column="series"),
        Filter(name="candidateId", expression=_e.candidate_id, hidden=True, column="candidate"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ],
    default_sort="-id",
    search=_candidate.c.search,
    target="/exams/entries/{id}",
    record=ENTRY_FIELDS,
)
"""Only released results, for the office too: the list of marks has the others."""
LISTS = (TO_MARK, TRIAL_RESULTS)
