"""Lists of exam series and of exams. Without a page they are the legacy whole lists (`money.md 7`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab, archived_filter
from kit.values import Option
from people.exams.attributes import EXAM, EXAM_SEASON, EXAM_SERIES, STATES
from people.exams.fields import EXAM_FIELDS, EXAM_SERIES_FIELDS, SEASON_FIELDS
from people.exams.model import exam, exam_season, exam_series

_s, _e, _season = exam_series.c, exam.c, exam_season.c

OVER = ("released", "closed")
"""Phases of a series in which entries and sittings are over."""
_STATES = {str(state.value): state for state in STATES}
OPEN = Option(",".join(name for name in _STATES if name not in OVER), "Open")

SEASONS = ListSpec(
    name="examSeasons",
    title="Seasons",
    one="season",
    columns=EXAM_SEASON.columns(
        Column(name="id", expression=_season.id, type="id", sortable=True, hidden=True, width=70)
    ),
    filters=EXAM_SEASON.filters("kind", archived_filter(_season.archived)),
    default_sort="-year",
    edit=SEASON_FIELDS,
)

SERIES = ListSpec(
    name="examSeries",
    aliases=["/system/examseries/list"],
    title="Exam series",
    source=exam_series.outerjoin(exam_season, _season.id == _s.season_id),
    columns=EXAM_SERIES.columns(
        Column(name="id", expression=_s.id, type="id", sortable=True, width=70),
        *("name", "type", "season", "year"),
        Column(name="seasonTitle", expression=_season.title, title="Part of", hidden=True, width=160),
        Column(
            name="exams",
            expression=sa.select(sa.func.count()).where(_e.series_id == _s.id).correlate(exam_series).scalar_subquery(),
            type="integer",
            width=90,
        ),
    ),
    filters=EXAM_SERIES.filters(
        *("type", "season", "state"),
        Filter(name="year", expression=_s.year, kind="range"),
        archived_filter(_s.archived),
    ),
    tabs=[
        Tab(filter="state", options=[_STATES[name] for name in OVER], opens=OPEN, with_all=True),
        Tab(filter="type", with_all=True, shown="title"),
    ],
    default_sort="-year",
    target="/exams/series/{id}/exams",
    edit=EXAM_SERIES_FIELDS,
)

EXAMS = ListSpec(
    name="exams",
    aliases=["/system/examseries/{seriesId}/exams/list"],
    title="Exams",
    source=exam.join(exam_series, _s.id == _e.series_id),
    columns=EXAM.columns(
        Column(name="id", expression=_e.id, type="id", sortable=True, width=70),
        *("name", "board", "code", "level", "subject", "papers", "option"),
        Column(name="series", expression=_s.name, hidden=True, width=180),
    ),
    filters=EXAM.filters("board", "level", "subject"),
    default_sort="level,subject",
    search=_e.search,
    target="/exams/exams/{id}",
    edit=EXAM_FIELDS,
)

LISTS = (SEASONS, SERIES, EXAMS)
