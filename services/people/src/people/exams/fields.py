"""Editable fields of exam series and exams."""

from __future__ import annotations

from kit.policy import Attach
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.records.references import archived_field
from kit.values import Integer, Listed, Reference, Select, Text
from people.events import EXAM_CHANGED, exam_payload
from people.exams.model import exam, exam_series
from people.exams.policy import REACHED
from people.exams.rules import FIRST_YEAR, LAST_YEAR, MOST_PAPERS, SEASONS, TYPES
from people.policy import EXAMS, STAFF

_series, _exam = exam_series.c, exam.c


EXAM_SERIES = FieldSet(
    name="examSeries",
    table=exam_series,
    path="/system/examseries/{id}",
    sections=[
        Section("series", "Exam series", [
            Field(name="name", column=_series.name, type=Text(required=True, max_length=100)),
            Field(name="type", column=_series.type, type=Select(choices=TYPES, required=True)),
            Field(name="season", column=_series.season, type=Select(choices=SEASONS, required=True)),
            Field(name="year", column=_series.year,
                  type=Integer(minimum=FIRST_YEAR, maximum=LAST_YEAR, required=True)),
            archived_field(_series.archived, EXAMS),
        ]),
    ],
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
    sections=[
        Section("exam", "Exam", [
            Field(name="seriesId", column=_exam.series_id, title="Series", read_only=True,
                  type=Reference(source="/system/examseries/list", required=True)),
            Field(name="name", column=_exam.name, type=Text(required=True, max_length=200)),
            Field(name="board", column=_exam.board, type=Listed(source="/system/boards", required=True)),
            Field(name="code", column=_exam.code, type=Text(max_length=20)),
            Field(name="level", column=_exam.level, type=Listed(source="/system/exam/levels", required=True)),
            Field(name="subject", column=_exam.subject, type=Listed(source="/system/exam/subjects", required=True)),
            Field(name="papers", column=_exam.papers, type=Integer(maximum=MOST_PAPERS, required=True)),
        ]),
    ],
    scope=REACHED,
    attach=Attach(REACHED),
    read=STAFF,
    may=EXAMS,
    create=Create(
        path="/exam", fields=("seriesId", "name", "board", "code", "level", "subject", "papers"), may=EXAMS
    ),
    delete=Delete(path="/exam/{id}", may=EXAMS, shared=True),
    event=EXAM_CHANGED,
    payload=exam_payload,
)  # fmt: skip
"""`money.md 3`: name, board, code, level, subject; and how many papers it has, which its fees follow (`money.md 9`)."""

FIELDSETS = (EXAM_SERIES, EXAM)
