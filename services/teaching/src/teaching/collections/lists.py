"""The list of collection reports, `/system/collectionreports`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from kit.lists import Board, By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Actor, Scope, nobody, staff
from kit.values import Option
from teaching.collections import rules
from teaching.collections.attributes import COLLECTION
from teaching.collections.fields import COLLECTION_FIELDS
from teaching.collections.model import collection, collection_mail
from teaching.collections.policy import WRITTEN, interviews
from teaching.copies.filters import by_department
from teaching.writing.mailing import by_mail, is_mailed

_c = collection.c
_APPROVED_ALONE = tuple(one for one in rules.STATES if one.value == "approved")


def _statuses(_: sa.Connection, actor: Actor) -> Sequence[Option]:
    """Return the statuses that the reader may filter by: those who only read reports see approved ones."""
    return rules.STATES if (staff | interviews)(actor) else _APPROVED_ALONE


def _of_interviewers(keys: Any) -> sa.ColumnElement[bool]:
    overlaps: sa.ColumnElement[bool] = _c.interviewers.overlap(keys)
    return overlaps


COLLECTIONS = ListSpec(
    name="collectionReports",
    path="/collectionreports",
    title="Collection reports",
    record=COLLECTION_FIELDS,
    default_sort="-date,student",
    search=_c.search,
    target="/system/collectionreports?collection={id}",
    columns=COLLECTION.columns(
        Column(name="id", expression=_c.id, type="id", width=60, hidden=True),
        *("student", "course", "term", "date", "interviewedBy", "status", "predictedGrade", "submitted", "approved"),
        *(
            Column(name=name, expression=column, type="id", hidden=True)
            for name, column in (("courseId", _c.course_id), ("cwsId", _c.cws_id), ("studentId", _c.student_id))
        ),
    ),
    filters=COLLECTION.filters(
        Filter(name="status", expression=_c.status, options=rules.STATES),
        "term",
        "academicYearId",
        by_department(_c.department_id, offered_to=staff),
        Filter(
            name="interviewers",
            expression=_c.interviewers,
            title="Interviewer",
            condition=_of_interviewers,
            options_from="/collectionreport/interviewers",
            offered_to=staff,
        ),
        is_mailed(collection),
        by_mail(collection, collection_mail),
        *("date", "studentId", "courseId", "cwsId"),
    ),
    figures=Figures(
        by=(
            *("status", "term", "date"),
            By("studentId", text="student"),
            By("courseId", text="course"),
        )
    ),
    views=(Board(title="student", lines=("course", "interviewedBy", "date")),),
    tabs=(Tab(filter="status", with_all=True, options=_statuses),),
)

MINE = replace(
    COLLECTIONS,
    name="myCollectionReports",
    path="/collectionreports/my",
    title="My collections",
    scope=Scope(everything=nobody, own={"user": WRITTEN.own["user"]}),
    may=staff | interviews,
    figures=None,
    filters=[one for one in COLLECTIONS.filters if one.name not in {"isMailed", "mailState"}],
)
"""Reports that the caller interviews for; only the office sees whether they were mailed."""

LISTS = (COLLECTIONS, MINE)
