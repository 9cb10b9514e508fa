"""Editable fields of exam series and exams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Attach
from kit.records import Acts, Change, Create, Delete, FieldSet
from kit.values.days import today
from people.events import EXAM_CHANGED
from people.exams import attributes, queries
from people.exams.answers import ExamParts
from people.exams.model import exam, exam_season, exam_series
from people.exams.policy import EXAMS_OFFICE
from people.policy import EXAMS, OF_STAFF

OF_ANOTHER_KIND = "The season is of another kind. Please choose one of the same kind"
HAS_EXAMS = "A series that has exams stays of its kind"

SEASON_FIELDS = FieldSet(
    name="examSeason",
    table=exam_season,
    path="/exams/seasons/{id}",
    sections=attributes.EXAM_SEASON.sections(
        {"season": "Season", "briefing": "Briefing"},
        {"kind": Acts(read_only=True)},
    ),
    scope=OF_STAFF,
    may=EXAMS_OFFICE,
    create=Create(fields=("title", "kind", "year", "starts", "ends")),
    delete=Delete(),
    ordered=(("starts", "ends"),),
)
"""The kind of a season is fixed: its series, exams and entries depend on it."""


def _check_season(tx: Tx, season_id: int | None, kind: str) -> None:
    """Refuse a season of a different kind from the series. Raises Invalid."""
    if season_id is not None:
        of_season = tx.scalar(sa.select(exam_season.c.kind).where(exam_season.c.id == season_id))
        if of_season is not None and of_season != kind:
            raise Invalid(OF_ANOTHER_KIND, fields={"seasonId": OF_ANOTHER_KIND})


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    _check_season(tx, values.get("season_id"), values["type"])
    return {}


def _season_changed(tx: Tx, change: Change) -> None:
    _check_season(tx, change.new, change.row["type"])


def _phase_changed(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Store the day on which a series is closed: contents of files are kept for some months from then."""
    return {"closedOn": today() if change.new == "closed" else None}


def _kind_changed(tx: Tx, change: Change) -> None:
    if tx.scalar(sa.select(sa.exists().where(exam.c.series_id == change.row["id"]))):
        raise Conflict(HAS_EXAMS)
    _check_season(tx, change.row["season_id"], change.new)


EXAM_SERIES_FIELDS = FieldSet(
    name="examSeries",
    table=exam_series,
    path="/system/examseries/{id}",
    sections=attributes.EXAM_SERIES.sections(
        {"series": "Exam series"},
        {
            "type": Acts(after=_kind_changed),
            "seasonId": Acts(after=_season_changed),
            "state": Acts(dependents=_phase_changed),
        },
    ),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(fields=("name", "type", "season", "year", "seasonId", "boardCode"), complete=_complete),
    delete=Delete(),
    actions={"addExam": EXAMS},
)
"""A series with exams cannot be deleted."""

EXAM_FIELDS = FieldSet(
    name="exam",
    table=exam,
    path="/exam/{id}",
    sections=attributes.EXAM.sections({"exam": "Exam"}),
    scope=OF_STAFF,
    attach=Attach(OF_STAFF),
    may=EXAMS,
    create=Create(
        fields=("seriesId", "name", "board", "code", "level", "subject", "option", "papers", "minimumAge", "grades")
    ),
    delete=Delete(shared=True),
    extra=queries.extra,
    answers=ExamParts,
    event=EXAM_CHANGED,
    payload=attributes.EXAM.payload,
)

FIELDSETS = (SEASON_FIELDS, EXAM_SERIES_FIELDS, EXAM_FIELDS)
