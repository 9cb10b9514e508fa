"""Tables of exam series and exams (`money.md 3`, Exam series and exams)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, unique
from kit.database.searching import search_column
from kit.database.tables import sort_indexes
from kit.records.fieldset import NOT_IN_ORDER
from people.exams.attributes import EXAM, EXAM_SEASON, EXAM_SERIES
from people.schema import metadata

exam_season = EXAM_SEASON.table(
    "exam_season",
    metadata,
    unique("uq_exam_season_title", "A season with this title already exists", "title"),
    check("ck_exam_season_order", "ends >= starts", NOT_IN_ORDER, about="ends"),
    info={"nouns": ("season", "seasons")},
)
EXAM_SEASON.index_sorts(exam_season)

exam_series = EXAM_SERIES.table(
    "exam_series", metadata, unique("uq_exam_series_name", "A series with this name already exists", "name")
)
"""A season of exams: public ones, which boards set, or trial ones, which we set."""
EXAM_SERIES.index_sorts(exam_series)
RESULTS_OUT: sa.ColumnElement[bool] = sa.func.coalesce(exam_series.c.results_at <= sa.func.now(), sa.false())
"""Condition that "Results from" of a series has passed."""

exam = EXAM.table(
    "exam",
    metadata,
    search_column("name || ' ' || board || ' ' || level || ' ' || subject || ' ' || code"),
    unique("uq_exam", "This exam is already in the series", "series_id", "board", "level", "subject", "code"),
    sa.Index("ix_exam_level", "level", "subject", "id"),
)
sort_indexes(exam, "name", "code", "subject")
