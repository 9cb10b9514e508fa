"""Attributes of a term report and of its mocks (`teaching.md 3`). The names of its persons and course are copied to it
by events, so that 200,000 rows sort by name through an index."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import text_column
from kit.values import Boolean, DateTime, RecordId, RichText, Select, Text
from teaching.copies.filters import BY_COURSE, BY_STUDENT
from teaching.reports import rules
from teaching.reports.readers import OF_FAMILY, OF_TUTOR
from teaching.slips.attributes import NOT_YET
from teaching.writing import mailing, mocks, predicted


def _id(name: str, comment: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, nullable=False, comment=comment)


def _moment(name: str, comment: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False, comment=comment)


def _signature(name: str, title: str, *, listed: bool = False) -> tuple[Attribute, ...]:
    """Return the attributes for the time of a move and the name of its author."""
    at = sa.Column(name, sa.DateTime(timezone=True))
    shown = InList(sortable=True, sort=sa.func.coalesce(at, NOT_YET), width=125) if listed else InList(hidden=True)
    return (
        Attribute(name=name, type=DateTime(), column=at, at=name, listed=shown),
        Attribute(
            name=f"{name}By",
            type=Text(),
            title=title,
            column=text_column(f"{name}_by_name"),
            at=f"{name}By",
            readers=OF_TUTOR,
        ),
    )


def _grade(name: str, title: str) -> Attribute:
    """Return an attribute for a grade of achievement or effort, 5 to 0."""
    return Attribute(
        name=name,
        type=Select(choices=rules.GRADE_OPTIONS),
        title=title,
        section="assessment",
        readers=OF_FAMILY,
        column=sa.Column(
            {"gradeAchievement": "grade_achievement", "gradeEffort": "grade_effort"}[name], sa.SmallInteger
        ),
        listed=InList(width=115),
        needed=[rules.needs(rules.NO_GRADES)],
    )


REPORT = Attributes(
    Attribute(
        name="status",
        type=Select(choices=rules.STATES, required=True),
        default="called",
        section="report",
        listed=InList(sortable=True, width=110),
    ),
    Attribute(name="student", type=Text(), column=text_column("student_name"), listed=InList(sortable=True, width=150)),
    Attribute(name="tutor", type=Text(), column=text_column("tutor_name"), listed=InList(sortable=True, width=150)),
    Attribute(name="course", type=Text(), column=text_column("course_title"), listed=InList(sortable=True, width=190)),
    Attribute(name="courseLevel", type=Text(), at="level", comment="decides the grades that can be predicted"),
    Attribute(
        name="yearGroup",
        type=Select(choices=rules.YEAR_GROUPS, blank=""),
        at="yearGroup",
        column=text_column("year_group", "of the student in the period, by their birth date"),
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(name="cwsId", type=RecordId(), column=_id("cws_id"), filtered=AsFilter(hidden=True)),
    Attribute(name="courseId", type=RecordId(), column=_id("course_id"), filtered=BY_COURSE),
    Attribute(name="studentId", type=RecordId(), column=_id("student_id"), filtered=BY_STUDENT),
    Attribute(name="tutorId", type=RecordId(), column=_id("tutor_id")),
    Attribute(name="organisationId", type=RecordId(), column=_id("organisation_id")),
    Attribute(name="departmentId", type=RecordId(), column=_id("department_id")),
    Attribute(
        name="dateFrom",
        type=DateTime(),
        title="Period start",
        at="dateFrom",
        column=_moment("date_from", "00:01 in London"),
        listed=InList(type="date", hidden=True, width=110),
    ),
    Attribute(
        name="dateTo",
        type=DateTime(),
        title="Period end",
        at="dateTo",
        column=_moment("date_to", "23:59 in London"),
        listed=InList(type="date", sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="deadline",
        type=DateTime(required=True),
        column=_moment("deadline"),
        section="report",
        listed=InList(sortable=True, width=135),
        filtered=AsFilter(),
    ),
    Attribute(
        name="predictedGrade",
        type=Text(max_length=20),
        section="assessment",
        title="Predicted grade",
        readers=OF_FAMILY,
        listed=InList(width=105),
        needed=[rules.needs(rules.NO_GRADE)],
    ),
    predicted.attribute(OF_TUTOR),
    _grade("gradeAchievement", "Achievement"),
    _grade("gradeEffort", "Effort"),
    *(
        Attribute(
            name=name,
            type=RichText(),
            title=title,
            help=placeholder,
            section="comments",
            readers=OF_FAMILY,
            needed=[rules.needs(rules.NO_COMMENT)],
        )
        for name, (title, placeholder) in rules.FIELDS.items()
    ),
    Attribute(
        name="returnReason",
        type=Text(max_length=rules.RETURN_REASON[1], multiline=True),
        section="review",
        title="Reason of the return",
        readers=OF_TUTOR,
    ),
    Attribute(
        name="opened",
        type=Boolean(),
        at="opened",
        readers=OF_TUTOR,
        comment="by its writer since it was returned: the return can be taken back until then",
    ),
    *_signature("submitted", "Submitted by", listed=True),
    *_signature("checked", "Checked by"),
    *_signature("approved", "Approved by", listed=True),
    *mailing.attributes(),
    Attribute(name="calledBy", type=Text(), column=text_column("called_by_name"), at="calledBy", readers=OF_TUTOR),
)

MOCK = mocks.attributes()
