"""Attributes of an application, its subjects, interviews and scorecards."""

from __future__ import annotations

from decimal import Decimal

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Readers
from kit.values import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FileIds,
    IdList,
    Integer,
    Money,
    Phone,
    RecordId,
    Reference,
    Select,
    Text,
)
from people.applications import rules
from people.courses.attributes import BOARD, LEVEL, SUBJECT
from people.persons.catalogue import BY_NAME
from people.persons.parts import HOURS
from people.policy import OFFICE

OF_HIRING = Readers("Academic office only", OFFICE)
"""Affiliate compliance sees the name, the stage and the checks of an applicant."""
QUALIFICATIONS = BY_NAME["tutor"].attributes["qualifications"].type


class _Minutes(Integer):
    """A length in minutes, with a default."""

    def empty(self) -> int:
        return rules.INTERVIEW_MINUTES


APPLICATION = Attributes(
    Attribute(
        name="firstName",
        type=Text(required=True, max_length=100),
        section="applicant",
        default=None,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="lastName",
        type=Text(required=True, max_length=100),
        section="applicant",
        default=None,
        listed=InList(hidden=True, width=150),
    ),
    Attribute(
        name="email",
        type=Email(required=True),
        section="applicant",
        default=None,
        readers=OF_HIRING,
        listed=InList(compact=False, width=220),
    ),
    Attribute(
        name="phone",
        type=Phone(),
        section="applicant",
        readers=OF_HIRING,
        listed=InList(compact=False, width=140),
    ),
    Attribute(
        name="mailProblem",
        type=Text(),
        title="Email came back",
        section="applicant",
        read_only=True,
        readers=OF_HIRING,
        comment="why the address takes no mail, and what to do; empty once it is corrected",
        listed=InList(type="text", hidden=True, width=220),
    ),
    Attribute(name="birthDate", type=Date(), title="Date of birth", section="applicant", readers=OF_HIRING),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="applicant",
        links="department.id",
        indexed=True,
        listed=InList(title="Department ID", hidden=True),
        filtered=AsFilter(title="Department"),
    ),
    Attribute(
        name="origin",
        type=Text(max_length=200),
        title="Heard of us from",
        section="applicant",
        readers=OF_HIRING,
        listed=InList(hidden=True, width=160),
    ),
    Attribute(
        name="livedOverseas",
        type=Boolean(),
        title="Has lived outside the UK",
        section="applicant",
        help="Three months or more in the last five years: overseas checks are needed then",
    ),
    Attribute(
        name="qualifications",
        type=QUALIFICATIONS,
        section="teaching",
        readers=OF_HIRING,
    ),
    Attribute(
        name="experience",
        type=Text(multiline=True, max_length=5000),
        title="Teaching experience",
        section="teaching",
        readers=OF_HIRING,
    ),
    Attribute(name="teachesOnline", type=Boolean(), section="teaching", readers=OF_HIRING),
    Attribute(
        name="hoursPerWeek",
        type=DecimalNumber(maximum=Decimal(60)),
        title="Hours a week at most",
        section="teaching",
        readers=OF_HIRING,
    ),
    Attribute(name="availableFrom", type=Date(), section="teaching", readers=OF_HIRING),
    Attribute(
        name="availability",
        type=HOURS,
        title="Working hours",
        section="teaching",
        readers=OF_HIRING,
        help="They become the tutor's working hours",
    ),
    Attribute(
        name="cvIds",
        type=FileIds(most=3),
        title="CV",
        section="documents",
        readers=OF_HIRING,
    ),
    Attribute(
        name="documentIds",
        type=FileIds(most=20),
        title="Documents",
        section="documents",
        readers=OF_HIRING,
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.STAGES, required=True),
        title="Stage",
        default="received",
        section="outcome",
        read_only=True,
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="since",
        type=DateTime(required=True),
        title="In this stage since",
        section="outcome",
        read_only=True,
        column=sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        listed=InList(type="date", sortable=True, width=140),
    ),
    Attribute(
        name="declinedReason",
        type=Select(choices=rules.DECLINED_REASONS),
        title="Reason",
        readers=OF_HIRING,
        section="outcome",
        read_only=True,
        listed=InList(hidden=True, width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="endedNote",
        type=Text(multiline=True, max_length=1000),
        title="Note",
        readers=OF_HIRING,
        section="outcome",
        read_only=True,
    ),
    Attribute(
        name="offerRate",
        type=Money(minimum=0),
        title="Rate offered an hour",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="offerNote",
        type=Text(multiline=True, max_length=1000),
        title="Note on the offer",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="offerAccepted",
        type=DateTime(),
        title="Offer accepted",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
        help="By the applicant, with the link in the email of the offer",
        listed=InList(type="date", hidden=True, width=120),
    ),
    Attribute(
        name="termsTitle",
        type=Text(),
        title="Terms accepted",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="termsVersion",
        type=Integer(),
        title="Version of the terms",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
        stored_as=sa.Integer,
    ),
    Attribute(name="termsId", type=RecordId(), comment="of teaching's versions of the terms"),
    Attribute(name="termsDigest", type=Text(), comment="SHA-256 of what was shown"),
    Attribute(name="offerAddress", type=Text(), comment="from which the offer was accepted"),
    Attribute(
        name="overrideReason",
        type=Text(multiline=True, max_length=500),
        title="Reason of the exception",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="overriddenByName",
        type=Text(),
        title="Exception allowed by",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="overriddenMissing",
        type=Text(),
        title="Missing at the exception",
        section="outcome",
        read_only=True,
        readers=OF_HIRING,
    ),
    Attribute(
        name="tutorId",
        type=Reference(source="/tutors/names"),
        title="Tutor",
        section="outcome",
        read_only=True,
        links="tutor.id",
        indexed=True,
    ),
    Attribute(
        name="deleteAfter",
        type=Date(),
        title="Deleted after",
        section="outcome",
        read_only=True,
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
    ),
    Attribute(name="consentVersion", type=Integer(), stored_as=sa.Integer),
    Attribute(name="consented", type=DateTime(), title="Consented", section="outcome", read_only=True),
)

SUBJECT_OF = Attributes(
    Attribute(name="subject", type=SUBJECT, section="subject", links="subject.title"),
    Attribute(name="level", type=LEVEL, section="subject", links="level.title"),
    Attribute(name="board", type=BOARD, section="subject", help="Empty: every board", links="board.title"),
)
"""Subjects that an applicant would teach; they become those of the tutor."""

INTERVIEW = Attributes(
    Attribute(
        name="at",
        type=DateTime(required=True),
        title="When",
        section="interview",
        default=None,
    ),
    Attribute(
        name="minutes",
        type=_Minutes(minimum=5, maximum=480),
        title="Length in minutes",
        section="interview",
        default=str(rules.INTERVIEW_MINUTES),
        stored_as=sa.Integer,
    ),
    Attribute(
        name="way",
        type=Select(choices=rules.WAYS, required=True),
        title="How",
        section="interview",
        default="online",
    ),
    Attribute(name="place", type=Text(max_length=300), title="Place or link", section="interview"),
    Attribute(
        name="interviewerIds",
        type=IdList(source="/applications/interviewers", most=10, required=True),
        title="Interviewers",
        section="interview",
        help="Each gives a scorecard before they see those of the others",
    ),
    Attribute(
        name="interviewers",
        type=Text(),
        title="Interviewers",
        column=sa.Column("interviewers", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="eventId",
        type=RecordId(),
        title="Calendar entry",
        column=sa.Column("event_id", sa.ForeignKey("event.id", ondelete="SET NULL"), index=True),
    ),
)

SCORECARD = Attributes(
    Attribute(
        name="applicationId",
        type=RecordId(required=True),
        title="Application",
        column=sa.Column(
            "application_id", sa.ForeignKey("application.id", ondelete="CASCADE"), nullable=False, index=True
        ),
        listed=InList(title="Application ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="staffId",
        type=Reference(source="/staff/names"),
        title="Interviewer",
        links="staff.id",
        indexed=True,
        listed=InList(title="Staff ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="staffName", type=Text(), title="Interviewer", section="card", read_only=True, listed=InList(width=160)
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.CARD_STATES, required=True),
        default="waiting",
        section="card",
        read_only=True,
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    *(
        Attribute(
            name=name,
            type=Select(choices=rules.SCORES),
            title=title,
            section="card",
            read_only=True,
            stored_as=sa.Integer,
            listed=InList(width=120),
        )
        for name, title in rules.CRITERIA
    ),
    Attribute(
        name="advice",
        type=Select(choices=rules.ADVICE),
        section="card",
        read_only=True,
        listed=InList(width=110),
    ),
    Attribute(
        name="words",
        type=Text(multiline=True, max_length=3000),
        title="Comments",
        section="card",
        read_only=True,
        listed=InList(type="text", width=260),
    ),
    Attribute(
        name="given",
        type=DateTime(),
        title="Given",
        section="card",
        read_only=True,
        listed=InList(type="date", width=120),
    ),
)
