"""Lists of reference data: everybody reads `GET <path>`, sysAdmin edits (`platform.md 7`, Reference-data loads)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, ListSpec, archived_filter
from kit.policy import Scope, signed_in
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.records.references import archived_field
from kit.values import Integer, Text
from people.policy import SYS_ADMIN
from people.reference import model

_SCOPE = Scope(everything=signed_in)


def _fields(name: str, path: str, table: sa.Table) -> FieldSet:
    fields = [
        Field(name="title", column=table.c.title, type=Text(required=True, max_length=100)),
        Field(name="position", column=table.c.position, type=Integer(maximum=10_000, required=True)),
    ]
    if "label" in table.c:
        fields.append(Field(name="label", column=table.c.label, type=Text(max_length=100)))
    create_fields = [field.name for field in fields]
    fields.append(archived_field(table.c.archived, SYS_ADMIN))
    return FieldSet(
        name=name,
        table=table,
        path=f"{path}/{{id}}",
        sections=[Section("word", "Entry", fields)],
        scope=_SCOPE,
        read=SYS_ADMIN,
        may=SYS_ADMIN,
        create=Create(path=path, fields=create_fields, may=SYS_ADMIN),
        delete=Delete(path=f"{path}/{{id}}", may=SYS_ADMIN),
    )


def _list(title: str, path: str, table: sa.Table, fields: FieldSet) -> ListSpec:
    columns = [
        Column(name="id", expression=table.c.id, type="id", hidden=True),
        Column(name="title", expression=table.c.title, sortable=True),
        Column(name="position", expression=table.c.position, type="integer", sortable=True),
    ]
    if "label" in table.c:
        label = sa.case((table.c.label == "", table.c.title), else_=table.c.label)
        columns[2:2] = [
            Column(name="value", expression=table.c.title, hidden=True),
            Column(name="label", expression=label),
        ]
    columns.append(Column(name="archived", expression=table.c.archived, type="boolean", hidden=True, compact=False))
    return ListSpec(
        name=fields.name,
        path=path,
        title=title,
        source=table,
        key=table.c.id,
        columns=columns,
        filters=[archived_filter(table.c.archived)],
        scope=_SCOPE,
        may=signed_in,
        default_sort="position",
        edit=fields,
    )


_REFERENCE = (
    ("courseLevel", "Course levels", "/system/course/levels", model.level),
    ("courseSubject", "Course subjects", "/system/course/subjects", model.subject),
    ("board", "Boards", "/system/boards", model.board),
    ("grade", "Grades", "/system/grades", model.grade),
    ("examLevel", "Exam levels", "/system/exam/levels", model.exam_level),
    ("examSubject", "Exam subjects", "/system/exam/subjects", model.exam_subject),
)
FIELDSETS = tuple(_fields(name, path, table) for name, _, path, table in _REFERENCE)
LISTS = tuple(
    _list(title, path, table, fields) for (_, title, path, table), fields in zip(_REFERENCE, FIELDSETS, strict=True)
)
