"""Attributes of homework, and of the homework of one student (`teaching.md 3`). The names of its persons and course are
copied to the latter by events, so that 2,000,000 rows sort through an index."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.completeness import Completeness, Part
from kit.database.tables import text_column
from kit.values import Boolean, DateTime, FieldType, FileIds, IdList, Integer, Option, RecordId, RichText, Select, Text
from kit.values.conditions import Clause
from teaching.copies.filters import BY_COURSE, BY_STUDENT, BY_TUTOR
from teaching.homework import rules

_YES_NO = (Option(True, "Yes"), Option(False, "No"))


def _due() -> sa.Column[Any]:
    return sa.Column("due", sa.DateTime(timezone=True), nullable=False)


def _number(name: str, comment: str | None = None) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, comment=comment)


HOMEWORK = Attributes(
    Attribute(
        name="courseId",
        type=RecordId(required=True),
        section="homework",
        read_only=True,
        column=sa.Column("course_id", sa.BigInteger, nullable=False, index=True),
    ),
    Attribute(
        name="title",
        type=Text(max_length=rules.TITLE_MAXIMUM),
        section="homework",
        needed=[rules.set_needs("title", "Please set homework title")],
    ),
    Attribute(
        name="type",
        type=Select(choices=rules.TYPE_OPTIONS, blank=""),
        section="homework",
        needed=[rules.set_needs("type", "Please set homework type")],
    ),
    Attribute(
        name="dueDate",
        type=rules.DueDate(),
        column=_due(),
        section="homework",
        needed=[rules.set_needs("due date", "Please set homework due date")],
    ),
    Attribute(
        name="instructions",
        type=rules.Instructions(),
        section="homework",
        needed=[rules.set_needs("instructions", "Please set homework instructions")],
    ),
    Attribute(
        name="timeEstimation",
        type=Integer(maximum=6_000),
        column=sa.Column("time_estimation", sa.Integer),
        section="homework",
        help="Minutes",
        title="Time estimation",
        needed=[
            rules.set_needs(
                "", "Please set a time estimation in minutes", Clause("type", "is", "indprep"), title="Form errors"
            )
        ],
    ),
    Attribute(name="fileIds", type=FileIds(most=20), title="Files", section="homework"),
    Attribute(
        name="markFrom",
        type=Select(choices=rules.MARK_FROM, blank=rules.TYPED),
        title="Mark comes from",
        section="homework",
        column=sa.Column(
            "mark_from",
            sa.Text,
            nullable=False,
            server_default=rules.TYPED,
            comment="typed, or the points that count for the mark",
        ),
        help="Points are those of stamps, texts and notes on the files",
    ),
    Attribute(
        name="departmentId", type=RecordId(), column=_number("department_id"), section="homework", read_only=True
    ),
    Attribute(
        name="slipSetId",
        type=RecordId(),
        section="homework",
        read_only=True,
        column=_number("slip_set_id", "the slip from which it was set"),
    ),
)
"""Homework as a tutor sets it."""


TO_SET = Completeness(
    HOMEWORK,
    Part(
        "studentIds", [rules.set_needs("students", "Please assign students to this homework")], before="timeEstimation"
    ),
)
"""Checks before homework is set, in order (`teaching.md 5`)."""


def _mark(name: str, kind: FieldType | None = None, called: str = "", **more: Any) -> Attribute:
    """Return a part of the marks, which is required before their release; a finished target needs none."""
    kind = kind or Text(max_length=rules.MARK_MAXIMUM)
    return Attribute(name=name, type=kind, section="marks", needed=rules.release_needs(called or name), **more)


GIVEN = Attributes(
    Attribute(
        name="homeworkId",
        type=RecordId(),
        column=sa.Column("homework_id", sa.BigInteger, sa.ForeignKey("homework.id"), nullable=False),
    ),
    Attribute(name="title", type=Text(), listed=InList(sortable=True, width=200)),
    Attribute(
        name="type", type=Select(choices=rules.TYPE_OPTIONS, blank=""), listed=InList(width=150), filtered=AsFilter()
    ),
    Attribute(name="student", type=Text(), column=text_column("student_name"), listed=InList(sortable=True, width=135)),
    Attribute(
        name="tutor",
        type=Text(),
        column=text_column("tutor_name", "who set it"),
        listed=InList(sortable=True, width=135),
    ),
    Attribute(name="course", type=Text(), column=text_column("course_title"), listed=InList(sortable=True, width=180)),
    Attribute(
        name="dueDate",
        type=rules.DueDate(required=True),
        title="Due",
        column=_due(),
        section="homework",
        listed=InList(sortable=True, width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.STATES, required=True),
        default="saved",
        section="homework",
        listed=InList(sortable=True, width=110),
    ),
    Attribute(
        name="courseId",
        type=RecordId(),
        column=sa.Column("course_id", sa.BigInteger, nullable=False),
        filtered=BY_COURSE,
    ),
    Attribute(
        name="studentId",
        type=RecordId(),
        column=sa.Column("student_id", sa.BigInteger, nullable=False),
        filtered=BY_STUDENT,
    ),
    Attribute(name="tutorId", type=RecordId(), column=_number("tutor_id"), filtered=BY_TUTOR),
    Attribute(
        name="cwsId",
        type=RecordId(),
        filtered=AsFilter(hidden=True),
        column=sa.Column("cws_id", sa.BigInteger, nullable=False, index=True),
    ),
    Attribute(
        name="submitted",
        type=DateTime(),
        column=sa.Column("submitted", sa.DateTime(timezone=True)),
        listed=InList(width=130),
    ),
    Attribute(name="studentComment", type=RichText(max_length=5_000), section="work", read_only=True),
    Attribute(name="studentFiles", type=FileIds(most=20), section="work", read_only=True),
    _mark("mark"),
    _mark("onTime", Select(choices=_YES_NO), "on time", column=sa.Column("on_time", sa.Boolean)),
    _mark("quality"),
    _mark("effort"),
    _mark("comment", RichText(max_length=5_000)),
    _mark(
        "timeSpent", Integer(maximum=6_000), "time spent", help="Minutes", column=sa.Column("time_spent", sa.Integer)
    ),
    Attribute(name="tutorFiles", type=FileIds(most=20), section="marks"),
    Attribute(
        name="slipMarkedId",
        type=RecordId(),
        section="marks",
        column=_number("slip_marked_id", "the slip with which it was marked"),
    ),
    Attribute(
        name="released",
        type=Boolean(),
        listed=InList(width=90),
        filtered=AsFilter(),
        comment="the student sees the marks",
    ),
    Attribute(name="slipSetId", type=RecordId(), column=_number("slip_set_id")),
    Attribute(name="slipPostponed", type=IdList(), comment="ids of the slips with which it was postponed"),
)
"""The homework of one student."""
TO_RELEASE = Completeness(GIVEN)
"""The marks that are released."""
MARKS = ("mark", "onTime", "quality", "effort", "comment", "timeSpent", "tutorFiles", "slipMarkedId")
