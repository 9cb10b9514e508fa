"""Lists of the boards' settings, of their files, and of a file's rows."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.files.attributes import EXAM_FILE, EXCHANGE, FILE_ROW
from people.exams.files.fields import EXCHANGE_FIELDS, FILE_FIELDS
from people.exams.files.model import exam_exchange, exam_file, exam_file_row
from people.exams.model import exam_series
from people.policy import OF_STAFF, STAFF

_x, _f, _r, _s = exam_exchange.c, exam_file.c, exam_file_row.c, exam_series.c
WAITS = _f.status.in_(("made", "waiting", "refused"))
_REFUSED = (
    sa.select(sa.func.count())
    .where(_r.file_id == _f.id, _r.outcome.in_(("refused", "waiting")))
    .correlate(exam_file)
    .scalar_subquery()
)

EXCHANGES = ListSpec(
    name="examExchanges",
    path="/exams/exchange",
    title="Files of the boards",
    one="board",
    naming="board",
    columns=EXCHANGE.columns(Column(name="id", expression=_x.id, type="id", hidden=True, width=70)),
    filters=EXCHANGE.filters(),
    default_sort="board",
    edit=EXCHANGE_FIELDS,
)
FILES = ListSpec(
    name="examFiles",
    path="/exams/files",
    title="Board files",
    one="file",
    naming="name",
    source=exam_file.join(exam_series, _s.id == _f.series_id),
    columns=EXAM_FILE.columns(
        Column(name="id", expression=_f.id, type="id", sortable=True, hidden=True, width=70),
        *("name", "direction", "kind", "status", "board"),
        Column(name="series", expression=_s.name, width=150),
        *("sequence", "centreNumber"),
        Column(name="refused", expression=_REFUSED, title="Rows to look at", type="integer", width=120),
        Column(name="created", expression=_f.created, title="When", type="datetime", sortable=True, width=130),
        "byName",
    ),
    filters=EXAM_FILE.filters(
        *("direction", "kind", "status", "board"),
        Filter(name="waits", expression=WAITS, title="Waits for us", kind="boolean"),
    ),
    tabs=[Tab(filter="direction", with_all=True)],
    default_sort="-created",
    figures=Figures(by=("direction", "kind", "status", By("board", text="board"))),
    target="/exams/files/{id}",
    edit=FILE_FIELDS,
)
ROWS = ListSpec(
    name="examFileRows",
    path="/exams/filerows",
    title="Rows of board files",
    one="row",
    naming="what",
    source=exam_file_row.join(exam_file, _f.id == _r.file_id),
    key=_r.id,
    scope=OF_STAFF,
    may=STAFF,
    columns=FILE_ROW.columns(
        Column(name="id", expression=_r.id, type="id", hidden=True, width=70),
        *("line", "what", "outcome", "fault", "text"),
        Column(name="file", expression=_f.name, width=150),
    ),
    filters=FILE_ROW.filters("outcome", "fault"),
    tabs=[Tab(filter="outcome", with_all=True)],
    default_sort="line",
    figures=Figures(by=("outcome",)),
)
LISTS = (EXCHANGES, FILES, ROWS)
