"""Editable fields of exam series and exams."""

from __future__ import annotations

from kit.attributes import Acts
from kit.policy import Attach
from kit.records import Create, Delete, FieldSet
from kit.records.references import archives
from people.events import EXAM_CHANGED
from people.exams import attributes
from people.exams.model import exam, exam_series
from people.exams.policy import REACHED
from people.policy import EXAMS, STAFF

EXAM_SERIES = FieldSet(
    name="examSeries",
    table=exam_series,
    path="/system/examseries/{id}",
    sections=attributes.EXAM_SERIES.sections(
        {"series": "Exam series"}, {"archived": Acts(may=archives(EXAMS))}
    ),
    scope=REACHED,
    read=STAFF,
    may=EXAMS,
    create=Create(path="/system/examseries", fields=("name", "type", "season", "year"), may=EXAMS),
    delete=Delete(path="/system/examseries/{id}", may=EXAMS),
    actions={"addExam": EXAMS},
)  # fmt: skip
"""A series that has exams stays."""

EXAM = FieldSet(
    name="exam",
    table=exam,
    path="/exam/{id}",
    sections=attributes.EXAM.sections({"exam": "Exam"}, {"seriesId": Acts(read_only=True)}),
    scope=REACHED,
    attach=Attach(REACHED),
    read=STAFF,
    may=EXAMS,
    create=Create(
        path="/exam", fields=("seriesId", "name", "board", "code", "level", "subject", "papers"), may=EXAMS
    ),
    delete=Delete(path="/exam/{id}", may=EXAMS, shared=True),
    event=EXAM_CHANGED,
    payload=attributes.EXAM.payload,
)  # fmt: skip

FIELDSETS = (EXAM_SERIES, EXAM)
