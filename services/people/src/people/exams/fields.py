"""Editable fields of exam series and exams."""

from __future__ import annotations

from kit.policy import Attach
from kit.records import Create, Delete, FieldSet
from people.events import EXAM_CHANGED
from people.exams import attributes
from people.exams.model import exam, exam_series
from people.policy import EXAMS, OF_STAFF

EXAM_SERIES_FIELDS = FieldSet(
    name="examSeries",
    table=exam_series,
    path="/system/examseries/{id}",
    sections=attributes.EXAM_SERIES.sections({"series": "Exam series"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(fields=("name", "type", "season", "year")),
    delete=Delete(),
    actions={"addExam": EXAMS},
)
"""A series that has exams stays."""

EXAM_FIELDS = FieldSet(
    name="exam",
    table=exam,
    path="/exam/{id}",
    sections=attributes.EXAM.sections({"exam": "Exam"}),
    scope=OF_STAFF,
    attach=Attach(OF_STAFF),
    may=EXAMS,
    create=Create(fields=("seriesId", "name", "board", "code", "level", "subject", "papers")),
    delete=Delete(shared=True),
    event=EXAM_CHANGED,
    payload=attributes.EXAM.payload,
)

FIELDSETS = (EXAM_SERIES_FIELDS, EXAM_FIELDS)
