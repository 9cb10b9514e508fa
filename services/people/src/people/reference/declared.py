"""Lists of reference data: everybody reads `GET <path>`, sysAdmin edits (`platform.md 7`, Reference-data loads)."""

from __future__ import annotations

from kit.lists import Column, ListSpec, archived_filter
from kit.policy import Scope, signed_in
from kit.records import Create, Delete, FieldSet
from people.policy import SYS_ADMIN
from people.reference.attributes import WORDS
from people.reference.model import TABLES


def _fields(table: str, name: str, path: str) -> FieldSet:
    attributes = WORDS[table]
    return FieldSet(
        name=name,
        table=TABLES[table],
        path=f"{path}/{{id}}",
        sections=attributes.sections({"word": "Entry"}),
        scope=Scope(everything=signed_in),
        read=SYS_ADMIN,
        may=SYS_ADMIN,
        create=Create(fields=attributes.names("archived")),
        delete=Delete(),
    )


def _list(table: str, name: str, title: str, path: str) -> ListSpec:
    c = TABLES[table].c
    labelled = (Column(name="value", expression=c.title, hidden=True), "label") if "label" in c else ()
    return ListSpec(
        name=name,
        title=title,
        columns=WORDS[table].columns(Column(name="id", expression=c.id, type="id", hidden=True), "title", *labelled),
        filters=[archived_filter(c.archived)],
        may=signed_in,
        default_sort="position",
        edit=_fields(table, name, path),
    )


_REFERENCE = (
    ("level", "courseLevel", "Course levels", "/system/course/levels"),
    ("subject", "courseSubject", "Course subjects", "/system/course/subjects"),
    ("board", "board", "Boards", "/system/boards"),
    ("grade", "grade", "Grades", "/system/grades"),
    ("exam_level", "examLevel", "Exam levels", "/system/exam/levels"),
    ("exam_subject", "examSubject", "Exam subjects", "/system/exam/subjects"),
)
LISTS = tuple(_list(*entry) for entry in _REFERENCE)
FIELDSETS = tuple(spec.edit for spec in LISTS if spec.edit)
