"""The list of anomalies, each with the screen that resolves it."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.anomalies.attributes import ANOMALY
from people.exams.anomalies.model import exam_anomaly
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.files.model import exam_file, exam_file_row
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF

_a, _e, _candidate = exam_anomaly.c, exam_entry.c, TABLES["candidate"]
_file, _row, _file_series = exam_file.c, exam_file_row.c, exam_series.alias("series_of_file")
PLACE: sa.ColumnElement[str] = sa.case(
    (_a.row_id.is_not(None), sa.func.concat("/exams/files/", _row.file_id, "/rows")),
    (_a.kind == "notInvoiced", sa.func.concat("/candidates/", _e.candidate_id, "/invoices")),
    (_a.kind.in_(("birthDate", "retired")), sa.func.concat("/candidates/", _e.candidate_id)),
    (
        _a.kind.in_(("noUci", "name", "uci", "identity")),
        sa.func.concat("/exams/candidates/all?candidateId=", _e.candidate_id, "&seriesId=", exam.c.series_id),
    ),
    (_a.kind == "invoicedOnly", sa.func.concat("/invoices/exams?entryId=", _e.id)),
    (_a.kind.in_(("unsent", "boardRefused")), sa.func.concat("/exams/files?seriesId=", exam.c.series_id)),
    (
        _a.kind.in_(("unknownOption", "optionGone", "noFee")),
        sa.func.concat("/exams/options?examId=", _e.exam_id),
    ),
    (_a.kind == "noSeat", sa.func.concat("/exams/sessions?seriesId=", exam.c.series_id)),
    else_=sa.func.concat("/exams/entries/", _e.id),
)
"""The screen that resolves an anomaly."""

_SOURCE = (
    exam_anomaly.outerjoin(SOURCE, _e.id == _a.entry_id)
    .outerjoin(exam_file_row, _row.id == _a.row_id)
    .outerjoin(exam_file, _file.id == _row.file_id)
    .outerjoin(_file_series, _file_series.c.id == _file.series_id)
)
_NAME: sa.ColumnElement[str] = sa.case((_a.row_id.is_not(None), _row.what), else_=full_name(_candidate))
"""The candidate, or, if unknown, the subject of the record in the file."""

ANOMALIES = ListSpec(
    name="examAnomalies",
    path="/exams/anomalies",
    title="Anomalies of entries",
    one="anomaly",
    naming="candidate",
    source=_SOURCE,
    key=_a.id,
    scope=OF_STAFF,
    may=STAFF,
    columns=ANOMALY.columns(
        Column(name="id", expression=_a.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=_NAME, width=170),
        "kind",
        Column(name="exam", expression=EXAM_TITLE, width=190),
        Column(name="board", expression=sa.func.coalesce(exam.c.board, _file.board), width=90),
        "since",
        Column(name="series", expression=sa.func.coalesce(exam_series.c.name, _file_series.c.name), width=160),
        Column(name="why", expression=sa.func.coalesce(_row.text, ""), width=260),
        Column(name="candidateId", expression=_e.candidate_id, type="id", hidden=True),
        Column(name="place", expression=PLACE, hidden=True, answers=str),
    ),
    filters=ANOMALY.filters(
        "kind",
        Filter(name="board", expression=sa.func.coalesce(exam.c.board, _file.board), options_from="/system/boards"),
        Filter(
            name="series",
            expression=sa.func.coalesce(exam_series.c.id, _file_series.c.id),
            options_from="/system/examseries/list",
        ),
        Filter(name="candidateId", expression=_e.candidate_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="kind", with_all=True)],
    search=_candidate.c.search,
    default_sort="since",
    figures=Figures(by=("kind", By("board", text="board"), By("series", text="series"), "since")),
    target="/exams/entries/{entryId}",
)
LISTS = (ANOMALIES,)
