"""Lists of exam series and of exams. Asked for without a page they are the legacy whole lists (`money.md 7`)."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab, archived_filter
from kit.values import Option
from people.exams.fields import EXAM, EXAM_SERIES
from people.exams.model import exam, exam_series
from people.exams.policy import REACHED
from people.exams.rules import SEASONS, TYPES
from people.policy import STAFF

_s, _e = exam_series.c, exam.c

SERIES = ListSpec(
    name="examSeries",
    path="/system/examseries",
    aliases=["/system/examseries/list"],
    title="Exam series",
    source=exam_series,
    key=_s.id,
    columns=[
        Column(name="id", expression=_s.id, type="id", sortable=True, width=70),
        Column(name="name", expression=_s.name, sortable=True, width=260),
        Column(name="type", expression=_s.type, type="select", options=TYPES, width=120),
        Column(name="season", expression=_s.season, type="select", options=SEASONS, width=130),
        Column(name="year", expression=_s.year, sortable=True, width=90),
        Column(
            name="exams",
            expression=sa.select(sa.func.count()).where(_e.series_id == _s.id).correlate(exam_series).scalar_subquery(),
            type="integer",
            width=90,
        ),
        Column(name="archived", expression=_s.archived, type="boolean", hidden=True, compact=False),
    ],
    filters=[
        Filter(name="type", expression=_s.type, options=TYPES),
        Filter(name="season", expression=_s.season, options=SEASONS),
        Filter(name="year", expression=_s.year, kind="range"),
        archived_filter(_s.archived),
    ],
    tabs=[Tab(filter="type", options=(Option("", "All"), *TYPES))],
    scope=REACHED,
    may=STAFF,
    default_sort="-year",
    target="/exams/series/{id}/exams",
    edit=EXAM_SERIES,
)

EXAMS = ListSpec(
    name="exams",
    path="/exam",
    aliases=["/system/examseries/{seriesId}/exams/list"],
    title="Exams",
    source=exam.join(exam_series, _s.id == _e.series_id),
    key=_e.id,
    columns=[
        Column(name="id", expression=_e.id, type="id", sortable=True, width=70),
        Column(name="name", expression=_e.name, sortable=True, width=220),
        Column(name="board", expression=_e.board, width=110),
        Column(name="code", expression=_e.code, sortable=True, width=110),
        Column(name="level", expression=_e.level, sortable=True, width=130),
        Column(name="subject", expression=_e.subject, sortable=True, width=180),
        Column(name="papers", expression=_e.papers, type="integer", width=90),
        Column(name="series", expression=_s.name, hidden=True, width=180),
        Column(name="seriesId", expression=_e.series_id, type="integer", hidden=True),
    ],
    filters=[
        Filter(name="board", expression=_e.board, options_from="/system/boards"),
        Filter(name="level", expression=_e.level, options_from="/system/exam/levels"),
        Filter(name="subject", expression=_e.subject, options_from="/system/exam/subjects"),
        Filter(name="seriesId", expression=_e.series_id, hidden=True),
    ],
    scope=REACHED,
    may=STAFF,
    default_sort="level,subject",
    search=_e.search,
    # An exam is added with its series at hand, by the series' own screen.
    edit=replace(EXAM, create=None),
)

LISTS = (SERIES, EXAMS)
