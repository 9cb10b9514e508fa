"""Attributes of a slip (`teaching.md 3`). The names of its persons and course are copied to it by events."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import text_column
from kit.values import (
    Boolean,
    DateTime,
    DecimalNumber,
    Integer,
    Option,
    RecordId,
    Reference,
    RichText,
    Select,
    Text,
)
from kit.values.conditions import Clause, Requirement, every, some
from teaching.copies.filters import BY_COURSE, BY_STUDENT, BY_TUTOR
from teaching.slips import rules
from teaching.slips.readers import OF_AGENT, OF_LEAD, OF_OFFICE, OF_TUTOR
from teaching.slips.written_attributes import LINES, comments, grade_of, on_track, written

NOT_YET = sa.literal_column("'1970-01-01 00:00:00+00'::timestamp with time zone", sa.DateTime(timezone=True))
"""Sorts slips that have not been submitted or approved before the others."""
_COURSE_TYPE = "CASE WHEN type = 'default' AND course_type IN ('workshop', 'seminar') THEN course_type ELSE type END"
_slip_type = sa.Column("slip_type", sa.Text, sa.Computed(_COURSE_TYPE, persisted=True), nullable=False)
_submitted = sa.Column("submitted", sa.DateTime(timezone=True))
_approved = sa.Column("approved", sa.DateTime(timezone=True))


_student_name, _tutorial_title = text_column("student_name"), text_column("tutorial_title")
NAME = sa.func.coalesce(sa.func.nullif(_student_name, sa.literal_column("''")), _tutorial_title)
"""The student; for an invigilated session, its title."""


def _moment(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=False)


SLIP = Attributes(
    Attribute(
        name="type",
        type=Select(choices=rules.TYPE_OPTIONS, required=True),
        title="Type",
        at="type",
        default="default",
        listed=InList(expression=_slip_type, width=150),
    ),
    Attribute(
        name="slipType", type=Select(choices=rules.TYPE_OPTIONS), column=_slip_type, at="slipType", event="slipType"
    ),
    Attribute(
        name="version",
        type=Integer(),
        at="version",
        column=sa.Column(
            "form_version", sa.Integer, nullable=False, server_default="4", comment="4 is current (teaching.md 9)"
        ),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.STATES, required=True),
        at="slipMeta.status",
        default="saved",
        section="slip",
        listed=InList(sortable=True, width=115),
        event="status",
    ),
    Attribute(name="organisationId", type=Integer(required=True), event="organisationId"),
    Attribute(name="departmentId", type=Integer(required=True)),
    Attribute(
        name="courseId",
        type=Integer(),
        filtered=BY_COURSE,
        event="courseId",
        comment="absent on invigilation slips, like cws and student",
    ),
    Attribute(name="cwsId", type=Integer(), at="courseWithStudentInfo.id"),
    Attribute(name="studentId", type=Integer(), filtered=BY_STUDENT, event="studentId"),
    Attribute(name="tutorId", type=Integer(), filtered=BY_TUTOR, event="tutorId"),
    Attribute(name="invigilatorId", type=Integer()),
    Attribute(name="course", type=Text(), column=text_column("course_title"), listed=InList(sortable=True, width=180)),
    Attribute(name="courseType", type=Text()),
    Attribute(
        name="student",
        type=Text(),
        column=_student_name,
        listed=InList(sortable=True, sort=NAME, width=135),
    ),
    Attribute(
        name="tutor",
        type=Text(),
        column=text_column("tutor_name", "of the tutor, or the invigilator"),
        listed=InList(sortable=True, width=135),
    ),
    Attribute(name="tutorialId", type=Integer(), at="tutorial.id", event="eventId", comment="the calendar event"),
    Attribute(
        name="ewpId",
        type=RecordId(),
        at="tutorial.ewpId",
        event="ewpId",
        comment="the student or invigilator on the event; none on slips from before the calendar",
    ),
    Attribute(
        name="tutorialType", type=Text(), at="tutorial.type", default=None, comment="an event type of teaching.md 3"
    ),
    Attribute(name="tutorialTitle", type=Text(), column=_tutorial_title, at="tutorial.title"),
    Attribute(
        name="tutorialDate",
        type=DateTime(),
        title="Tutorial",
        column=_moment("tutorial_start"),
        at="tutorial.start",
        listed=InList(sortable=True, width=172),
        filtered=AsFilter(title="Tutorial date"),
        event="tutorialStart",
    ),
    Attribute(
        name="tutorialEnd",
        type=DateTime(),
        column=_moment("tutorial_end"),
        at="tutorial.end",
        listed=InList(hidden=True),
        event="tutorialEnd",
    ),
    Attribute(name="location", type=Text(), at="tutorial.location"),
    Attribute(
        name="due",
        type=DateTime(),
        at="slipMeta.due",
        readers=OF_TUTOR,
        listed=InList(sortable=True, width=140, hidden=True),
        column=sa.Column("due", sa.DateTime(timezone=True), nullable=False, comment="late when submitted after it"),
    ),
    Attribute(name="returnReason", type=Text(), at="slipMeta.returnReason", readers=OF_TUTOR),
    Attribute(
        name="opened",
        type=Boolean(),
        at="slipMeta.opened",
        readers=OF_TUTOR,
        comment="by its writer since it was returned: the return can be taken back until then",
    ),
    Attribute(
        name="studentRead",
        type=Boolean(),
        at="slipMeta.studentRead",
        listed=InList(width=105),
        filtered=AsFilter(),
        readers=OF_AGENT,
    ),
    Attribute(
        name="submitted",
        type=DateTime(),
        column=_submitted,
        at="slipMeta.submitted",
        listed=InList(sortable=True, sort=sa.func.coalesce(_submitted, NOT_YET), width=125),
    ),
    Attribute(
        name="approved",
        type=DateTime(),
        column=_approved,
        at="slipMeta.approved",
        listed=InList(sortable=True, sort=sa.func.coalesce(_approved, NOT_YET), width=125),
    ),
    Attribute(
        name="approvedBy",
        type=Text(),
        column=text_column("approved_by_name"),
        listed=InList(width=150),
        readers=OF_TUTOR,
    ),
    Attribute(
        name="reviewed",
        type=Boolean(),
        at="slipMeta.reviewed",
        listed=InList(width=85),
        filtered=AsFilter(),
        event="reviewed",
        readers=OF_OFFICE,
    ),
    written(
        "present",
        Select(choices=rules.PRESENCE_OPTIONS, blank=""),
        "presence",
        title="Presence",
        listed=InList(width=160),
        filtered=AsFilter(),
        event="present",
        shown_if=rules.OF_TUTORIAL,
        needed=[rules.needs("Empty slip", "Please set student presence", when=rules.OF_TUTORIAL)],
    ),
    written(
        "onTime",
        Select(choices=rules.TIMEKEEPING_OPTIONS),
        "presence",
        title="Timekeeping",
        column=sa.Column("on_time", sa.SmallInteger, comment="minutes late, a step of the timekeeping options"),
        listed=InList(width=140, hidden=True),
        shown_if=rules.CAME,
        needed=[rules.needs("Timekeeping", "Please set student timekeeping", when=rules.CAME)],
    ),
    written(
        "absenceReason",
        LINES,
        "presence",
        title="Reason of absence",
        shown_if=rules.STAYED_AWAY,
        needed=[
            Requirement(
                moves=("submit",),
                title="Absence",
                text="Please give the reason of the unplanned absence",
                when=every(rules.OF_TUTORIAL, Clause("present", "is", "unplannedAbsence")),
            )
        ],
    ),
    written(
        "absenceIntervention", Boolean(), "absence", title="Intervention", readers=OF_TUTOR, shown_if=rules.STAYED_AWAY
    ),
    written("absenceActionTaken", LINES, "absence", title="Action taken", readers=OF_TUTOR, shown_if=rules.STAYED_AWAY),
    *(on_track(number, kind) for number, kind in enumerate(("reach", "match", "safety"), start=1)),
    *(
        written(
            f"cat{number}",
            Select(choices=rules.RATING_OPTIONS),
            "performance",
            sa.Column(f"cat{number}", sa.SmallInteger),
            title,
            shown_if=rules.RATED,
            needed=[rules.needs("Performance", "Please set performance trackers", when=rules.RATED)],
        )
        for number, title in rules.CATEGORIES.items()
    ),
    *(
        written(
            f"cat{number}Comment",
            Text(max_length=rules.JUSTIFICATION_MAXIMUM),
            "performance",
            title=f"{title}, justification",
            shown_if=every(
                rules.RATED,
                some(Clause(f"cat{number}", "oneOf", rules.JUSTIFIED), Clause(f"cat{number}Comment", "filled")),
            ),
            needed=[
                rules.needs(
                    "Justifications",
                    "Please add justifications for the student's performance "
                    f"(minimum {rules.JUSTIFICATION_MINIMUM} characters)",
                    when=every(rules.RATED, Clause(f"cat{number}", "oneOf", rules.JUSTIFIED)),
                    least=rules.JUSTIFICATION_MINIMUM,
                    most=rules.JUSTIFICATION_MAXIMUM,
                )
            ],
        )
        for number, title in rules.CATEGORIES.items()
    ),
    written(
        "PTOTDetails",
        LINES,
        "personal",
        text_column("pt_ot_details"),
        "How far behind",
        shown_if=every(rules.OF_PT, Clause("ot1", "oneOf", ("behind", "farBehind"))),
    ),
    written(
        "PTIPHours",
        DecimalNumber(maximum=Decimal(168)),
        "personal",
        sa.Column("pt_ip_hours", sa.Numeric(5, 2)),
        "Independent prep hours, average this week",
        shown_if=rules.OF_PT,
        help="Students are expected to do 2.5 hours for each tutorial, on average",
        needed=[
            rules.needs("Form errors", "Please set the independent prep hours (average this week)", when=rules.OF_PT)
        ],
    ),
    written(
        "PTweeklyTarget", LINES, "personal", text_column("pt_weekly_target"), "Weekly target", shown_if=rules.OF_PT
    ),
    written(
        "PTexamPrepAndReflect",
        LINES,
        "personal",
        text_column("pt_exam_prep_and_reflect"),
        "Exam preparation and reflection",
        shown_if=rules.OF_PT,
    ),
    *comments(),
    written(
        "PTconcerns",
        Select(choices=(Option(True, "Yes"), Option(False, "No"))),
        "personal",
        sa.Column("pt_concerns", sa.Boolean, comment="null until the question is answered"),
        "Any concerns?",
        readers=OF_LEAD,
        shown_if=rules.OF_PT,
        needed=[rules.needs("Any concerns?", "Please say whether the student raised concerns", when=rules.OF_PT)],
    ),
    written(
        "PTadditionalComment",
        LINES,
        "personal",
        text_column("pt_additional_comment"),
        "Concerns, or a further comment",
        readers=OF_LEAD,
        shown_if=rules.OF_PT,
        needed=[
            rules.needs(
                "Any concerns?",
                "Please describe the concerns",
                when=every(rules.OF_PT, Clause("PTconcerns", "is", True)),
            )
        ],
    ),
    Attribute(
        name="concernsReleased",
        type=DateTime(),
        at="slipMeta.concernsReleased",
        readers=OF_TUTOR,
        comment="when the safeguarding lead let the family read the concerns",
    ),
    Attribute(
        name="concernsReleasedBy",
        type=Text(),
        column=text_column("concerns_released_by_name"),
        readers=OF_TUTOR,
        at="slipMeta.concernsReleasedBy",
    ),
    written("private", RichText(), "comments", title="Private comment", readers=OF_TUTOR),
    *(grade_of(name) for name in ("reachGrade", "matchGrade", "safetyGrade", "previousGrade")),
)

DEADLINE = Attributes(
    Attribute(
        name="departmentId",
        type=Reference(source="/departments", required=True),
        title="Department",
        section="deadline",
        read_only=True,
        default=None,
        listed=InList(hidden=True),
    ),
    Attribute(
        name="hours",
        type=Integer(required=True, minimum=1, maximum=24 * 14),
        title="Hours after the tutorial",
        section="deadline",
        default=None,
        stored_as=sa.Integer,
        listed=InList(width=200),
    ),
)
"""The time that tutors of a department have for a slip."""
