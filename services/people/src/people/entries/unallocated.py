"""Pre-arrival questionnaires that wait for a student, a course or a tutor, and their allocation."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx
from kit.errors import Conflict, Invalid, NotFound
from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.values import options
from people.enrolment.attributes import ON_COURSE
from people.enrolment.model import course_student, course_tutor
from people.entries.workflow import receive_entry
from people.forms.attributes import ENTRY
from people.forms.model import form, form_entry
from people.forms.policy import OF_OFFICE
from people.persons.model import student
from people.persons.queries import full_name
from people.pipeline import facts
from people.policy import OFFICE

_e, _f, _cws = form_entry.c, form.c, course_student.c
LINKED_ALREADY = "This questionnaire is already about another student"
LACKS = options(
    ("student", "No student", "red"),
    ("course", "No active course", "amber"),
    ("tutor", "No tutor", "amber"),
)
_IS_STUDENT = sa.and_(_e.about_kind == "student", _e.about_id.is_not(None))
_ON_COURSE = sa.and_(_cws.student_id == _e.about_id, _cws.status.in_(ON_COURSE))
_ATTENDS = sa.exists().where(_ON_COURSE).correlate(form_entry)
_TAUGHT = sa.exists().where(_ON_COURSE, course_tutor.c.course_id == _cws.course_id).correlate(form_entry)
_LACK: sa.ColumnElement[str] = sa.case(
    (sa.not_(_IS_STUDENT), sa.literal_column("'student'", sa.Text)),
    (sa.not_(_ATTENDS), sa.literal_column("'course'", sa.Text)),
    else_=sa.literal_column("'tutor'", sa.Text),
)

UNALLOCATED = ListSpec(
    name="unallocatedPaqs",
    path="/form/unallocatedpaqs",
    title="Unallocated PAQs",
    one="questionnaire",
    naming="name",
    source=form_entry.join(form, _f.id == _e.form_id).outerjoin(
        student, sa.and_(_e.about_kind == "student", student.c.id == _e.about_id)
    ),
    key=_e.id,
    scope=OF_OFFICE,
    may=OFFICE,
    where=sa.and_(_f.kind == "paq", _e.status == "accepted", sa.or_(sa.not_(_IS_STUDENT), sa.not_(_TAUGHT))),
    columns=[
        Column(name="id", expression=_e.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=sa.func.coalesce(full_name(student), _e.filled_name), title="For", width=180),
        Column(name="lacks", expression=_LACK, title="Waits for", type="select", options=LACKS, width=140),
        Column(name="form", expression=_f.title, width=220),
        Column(name="filledName", expression=_e.filled_name, title="Filled in by", width=160),
        ENTRY["submitted"].in_list(),
        Column(
            name="days",
            expression=sa.cast(sa.func.date_part("day", sa.func.now() - _e.submitted), sa.Integer),
            title="Days since",
            type="integer",
            width=100,
        ),
        Column(name="studentId", expression=sa.case((_IS_STUDENT, _e.about_id)), type="id", hidden=True),
        Column(name="formId", expression=_e.form_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="lacks", expression=_LACK, title="Waits for", options=LACKS),
        ENTRY["submitted"].as_filter(),
        Filter(name="formId", expression=_e.form_id, title="Form", options_from="/forms/names", column="form"),
    ],
    default_sort="submitted",
    search=_e.search,
    target="/formv2/entry/{id}",
    figures=Figures(by=("lacks", "submitted", By("formId", text="form"))),
)
"""Accepted questionnaires without a student, or whose student has no active course with a tutor; the oldest first."""


def allocate(tx: Tx, record: int, student_id: int) -> dict[str, Any]:
    """Link a questionnaire to its student, whose requirements and enrolment then count it. Raises NotFound, Invalid;
    Conflict if it is about another student."""
    row = tx.one(
        sa.select(form_entry, _f.kind.label("form_kind"))
        .join(form, _f.id == _e.form_id)
        .where(_e.id == record, OF_OFFICE.where(tx.actor))
        .with_for_update(of=form_entry)
    )
    if row is None or row["form_kind"] != "paq" or row["status"] != "accepted":
        raise NotFound()
    if row["about_kind"] == "student" and row["about_id"] not in (None, student_id):
        raise Conflict(LINKED_ALREADY, code="linked_already")
    name = tx.scalar(sa.select(full_name(student)).where(student.c.id == student_id))
    if name is None:
        text = "There is no such student"
        raise Invalid(text, code="unknown_reference", fields={"studentId": text})
    about = {"about_kind": "student", "about_id": student_id, "about_name": name}
    tx.execute(sa.update(form_entry).where(_e.id == record).values(**about, version=_e.version + 1))
    history.note(tx, "formEntry", record, "aboutName", row["about_name"], name)
    receive_entry(tx, {**row, **about})
    facts.refresh(tx, {student_id})
    return {"id": record, "studentId": student_id, "student": name}
