"""Papers of trial exams as records; their files are attached to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Attach
from kit.records import Create, Delete, FieldSet
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.joined import joined
from people.exams.model import exam, exam_series
from people.exams.trialpapers.attributes import TRIAL_PAPER
from people.exams.trialpapers.model import trial_paper
from people.exams.trialpapers.policy import KEEPERS, PAPERS
from people.policy import EXAMS

NOT_TRIAL = "Please choose a paper of a trial exam: boards keep their own papers"
_OF_COMPONENT = exam_component.join(exam, exam.c.id == exam_component.c.exam_id).join(
    exam_series, exam_series.c.id == exam.c.series_id
)


class TrialPaperParts(TypedDict):
    """Parts beyond the fields."""

    exam: str
    code: str
    series: str


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    kind = sa.select(exam_series.c.type).select_from(_OF_COMPONENT)
    if tx.scalar(kind.where(exam_component.c.id == values["component_id"])) != "trial":
        raise Invalid(NOT_TRIAL, fields={"componentId": NOT_TRIAL})
    return {}


PAPER_FIELDS = FieldSet(
    name="trialPaper",
    table=trial_paper,
    path="/trialexams/papers/{id}",
    sections=TRIAL_PAPER.sections({"paper": "Paper"}),
    scope=PAPERS,
    may=EXAMS,
    history=EXAMS,
    attach=Attach(KEEPERS),
    create=Create(fields=("componentId", "kind", "title", "maxMark", "releasedFrom"), complete=_complete),
    delete=Delete(named=lambda row: row["title"]),
    extra=joined(
        _OF_COMPONENT,
        exam_component.c.id,
        EXAM_TITLE.label("exam"),
        exam_component.c.code,
        exam_series.c.name.label("series"),
        by="component_id",
    ),
    answers=TrialPaperParts,
)
FIELDSETS = (PAPER_FIELDS,)
