"""Lists of reference data: everybody reads `GET <path>`, sysAdmin edits (`platform.md 7`, Reference-data loads)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attributes
from kit.lists import Column, ListSpec, archived_filter
from kit.policy import Scope, signed_in
from kit.records import Create, Delete, FieldSet
from people.policy import SYS_ADMIN
from people.reference import attributes, model


def _fields(name: str, path: str, words: Attributes, table: sa.Table) -> FieldSet:
    return FieldSet(
        name=name,
        table=table,
        path=f"{path}/{{id}}",
        sections=words.sections({"word": "Entry"}),
        scope=Scope(everything=signed_in),
        read=SYS_ADMIN,
        may=SYS_ADMIN,
        create=Create(fields=[entry.name for entry in words if entry.name != "archived"]),
        delete=Delete(),
    )


def _list(title: str, words: Attributes, fields: FieldSet) -> ListSpec:
    c = fields.table.c
    labelled = (Column(name="value", expression=c.title, hidden=True), "label") if "label" in c else ()
    return ListSpec(
        name=fields.name,
        title=title,
        columns=words.columns(Column(name="id", expression=c.id, type="id", hidden=True), "title", *labelled),
        filters=[archived_filter(c.archived)],
        may=signed_in,
        default_sort="position",
        edit=fields,
    )


_REFERENCE = (
    ("courseLevel", "Course levels", "/system/course/levels", attributes.LEVEL, model.level),
    ("courseSubject", "Course subjects", "/system/course/subjects", attributes.SUBJECT, model.subject),
    ("board", "Boards", "/system/boards", attributes.BOARD, model.board),
    ("grade", "Grades", "/system/grades", attributes.GRADE, model.grade),
    ("examLevel", "Exam levels", "/system/exam/levels", attributes.EXAM_LEVEL, model.exam_level),
    ("examSubject", "Exam subjects", "/system/exam/subjects", attributes.EXAM_SUBJECT, model.exam_subject),
)
FIELDSETS = tuple(_fields(name, path, words, table) for name, _, path, words, table in _REFERENCE)
LISTS = tuple(
    _list(title, words, fields) for (_, title, _, words, _), fields in zip(_REFERENCE, FIELDSETS, strict=True)
)
