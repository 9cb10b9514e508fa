"""Marks of trial exams as records. They are created with the entry; nobody adds or deletes one."""

from __future__ import annotations

from typing import TypedDict

import sqlalchemy as sa

from kit.policy import Attach, Row
from kit.policy.rules import reading
from kit.records import Acts, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.joined import joined
from people.exams.marking.attributes import TRIAL_MARK
from people.exams.marking.model import trial_mark
from people.exams.marking.policy import OF_WRITERS, WRITERS
from people.exams.marking.publishing import MARKS_SOURCE
from people.exams.marking.workflow import MARK_WHOLE, MARKING_MOVES
from people.exams.model import exam, exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import EXAMS

_tutor = TABLES["tutor"]
MARKED = "This exam is marked. The office can return it to the marker"


class TrialMarkParts(TypedDict):
    """Parts beyond the fields; `marker` is empty without one, `examId` leads to the papers."""

    candidate: str
    exam: str
    series: str
    marker: str
    examId: int


@reading("status")
def _marked(row: Row) -> str | None:
    return MARKED if row["status"] == "marked" else None


MARK_FIELDS = FieldSet(
    name="trialMark",
    path="/trialexams/marking/{id}",
    workflow=MARKING_MOVES,
    complete=MARK_WHOLE,
    sections=TRIAL_MARK.sections({"mark": "Mark", "marking": "Marking"}, {"markerId": Acts(may=EXAMS)}),
    may=WRITERS,
    when=_marked,
    history=EXAMS,
    attach=Attach(OF_WRITERS),
    extra=joined(
        MARKS_SOURCE.outerjoin(_tutor, _tutor.c.id == trial_mark.c.marker_id),
        trial_mark.c.id,
        full_name(TABLES["candidate"]).label("candidate"),
        EXAM_TITLE.label("exam"),
        exam_series.c.name.label("series"),
        sa.func.coalesce(full_name(_tutor), "").label("marker"),
        exam.c.id.label("examId"),
    ),
    answers=TrialMarkParts,
)
FIELDSETS = (MARK_FIELDS,)
