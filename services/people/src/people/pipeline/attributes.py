"""Attributes of enrolments and of their stage settings."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.values import Boolean, DateTime, Integer, RecordId, Reference, Select, Text, options
from people.reference.model import department

STAGES = options(
    ("offerSent", "Offer sent", "blue"),
    ("accepted", "Accepted", "teal"),
    ("formsIn", "Forms in", "teal"),
    ("depositPaid", "Deposit paid", "teal"),
    ("courseAllocated", "Course allocated", "amber"),
    ("firstTutorial", "First tutorial booked", "amber"),
    ("started", "Started", "green"),
    ("withdrawn", "Withdrawn", "grey"),
)
ORDER = tuple(str(stage.value) for stage in STAGES if stage.value != "withdrawn")
"""The stages in order. A withdrawn enrolment is in none of them."""
FACTS = {
    "formsIn": "forms_in",
    "depositPaid": "deposit_paid",
    "courseAllocated": "course_allocated",
    "firstTutorial": "first_tutorial",
    "started": "started",
}
"""The column with the time at which a stage was reached."""
PIECES = {
    "formsIn": "Forms",
    "depositPaid": "Deposit",
    "courseAllocated": "Course and tutor",
    "firstTutorial": "First tutorial",
}
"""The name of the missing piece before a stage."""
DAYS = {"offerSent": 7, "accepted": 5, "formsIn": 7, "depositPaid": 5, "courseAllocated": 7, "firstTutorial": 14}
"""Default days of an enrolment in a stage, for departments without their own setting."""


def _moment(name: str, title: str) -> Attribute:
    return Attribute(
        name=name,
        type=DateTime(),
        title=title,
        section="facts",
        read_only=True,
        listed=InList(hidden=True, width=130),
        filtered=AsFilter(),
    )


ENROLMENT = Attributes(
    Attribute(
        name="studentId",
        type=Reference(source="/students/names", required=True),
        title="Student",
        section="enrolment",
        links="student.id",
        listed=InList(title="Student ID", hidden=True),
        filtered=AsFilter(hidden=True, column="student"),
    ),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="enrolment",
        links="department.id",
        listed=InList(title="Department ID", hidden=True),
        filtered=AsFilter(name="department", title="Department", column="department"),
    ),
    Attribute(
        name="leadId",
        type=RecordId(),
        title="Lead",
        section="enrolment",
        read_only=True,
        column=sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="SET NULL"), index=True),
        listed=InList(title="Lead ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="stage",
        type=Select(choices=STAGES, required=True),
        section="enrolment",
        default="offerSent",
        read_only=True,
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="since",
        type=DateTime(),
        title="In this stage since",
        section="enrolment",
        read_only=True,
        column=sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=now()),
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="stuckFrom",
        type=DateTime(),
        title="Stuck from",
        section="enrolment",
        read_only=True,
        column=sa.Column(
            "stuck_from",
            sa.DateTime(timezone=True),
            nullable=False,
            server_default="9999-12-31T00:00:00Z",
            comment="when the days of the stage are over",
        ),
    ),
    Attribute(
        name="reason",
        type=Text(max_length=300),
        title="Reason of the last move",
        section="enrolment",
        read_only=True,
        listed=InList(hidden=True, width=200),
    ),
    _moment("formsIn", "Forms in"),
    _moment("depositPaid", "Deposit paid"),
    _moment("courseAllocated", "Course allocated"),
    _moment("firstTutorial", "First tutorial"),
    _moment("started", "Started"),
)
"""An enrolment: a student between the offer and the first tutorials."""

ENROLMENT_STAGE = Attributes(
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="stage",
        links="department.id",
        help="Without one: every department",
        listed=InList(expression=department.c.title, type="text", title="Department", width=160),
    ),
    Attribute(
        name="stage",
        type=Select(choices=STAGES[:-2], required=True),
        section="stage",
        default="offerSent",
        listed=InList(width=170),
        filtered=AsFilter(),
    ),
    Attribute(
        name="days",
        type=Integer(minimum=1, maximum=365, required=True),
        title="Stuck after days",
        section="stage",
        stored_as=sa.Integer,
        default="7",
        listed=InList(width=130),
    ),
    Attribute(
        name="used",
        type=Boolean(),
        section="stage",
        default="true",
        help="A stage that is not used is not asked for: no card lacks it",
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
)
"""The setting of a stage for a department."""
