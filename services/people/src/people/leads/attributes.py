"""Attributes of leads: of the enquirer, and of the students asked for (`platform.md 3`, `money.md 7`)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.policy import Row
from kit.values import (
    Date,
    DateTime,
    DecimalNumber,
    Email,
    IdList,
    Money,
    Option,
    Phone,
    RecordId,
    Reference,
    Select,
    Text,
    options,
)
from people.persons.catalogue import STUDENT_TYPES
from people.persons.model import TABLES, sort_key

STATUSES = options(
    ("new", "New", "blue"),
    ("called", "Called", "amber"),
    ("incontact", "In contact", "amber"),
    ("interested", "Interested", "amber"),
    ("inprogress", "In progress", "amber"),
    ("completed", "Completed", "green"),
    ("noResponse", "No response", "grey"),
    ("declined", "Declined", "red"),
    ("failed", "Failed", "red"),
)
"""Statuses of leads (`platform.md 4`); `workflow.py` has the moves between them."""
OPEN = ("new", "called", "incontact", "interested", "inprogress")
"""Statuses in which a lead has a next step."""
LOST = ("declined", "noResponse", "failed")
"""Statuses of leads that came to nothing: one tab, and each needs a reason."""
TYPES = (*STUDENT_TYPES, Option("exams", "Exams"), Option("other", "Other"))
"""Types of an enquiry: those of the invoice lines that bill it (`money.md 3`)."""
ENQUIRERS = options(("parent", "Parent"), ("agent", "Agent"), ("school", "School"), ("self", "The student"))
PLACES = options(("online", "Online"), ("inPerson", "In person"), ("either", "Either"))
LAST_KEY = sa.Column("last_key", sa.Text, sa.Computed(sort_key("last_name"), persisted=True), nullable=False)
FIRST_KEY = sa.Column("first_key", sa.Text, sa.Computed(sort_key("first_name"), persisted=True), nullable=False)
_IN_OPEN = ", ".join(f"'{status}'" for status in OPEN)
_FIRST, _LAST = "'1900-01-01 00:00:00+00'::timestamptz", "'9999-12-31 00:00:00+00'::timestamptz"
QUEUE = sa.Column(
    "queue",
    sa.DateTime(timezone=True),
    sa.Computed(
        f"CASE WHEN lead_status NOT IN ({_IN_OPEN}) THEN {_LAST} WHEN owner_id IS NULL THEN {_FIRST} "
        f"ELSE coalesce(next_due, {_LAST}) END",
        persisted=True,
    ),
    nullable=False,
    comment="the order of work: leads without an owner, then by the next step, closed ones last",
)
owner = TABLES["staff"].alias("lead_owner")
"""The member of staff who owns a lead, by user account."""


ENQUIRY = Attributes(
    Attribute(
        name="firstName",
        type=Text(required=True, max_length=100),
        section="enquiry",
        default=None,
        event="firstName",
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="lastName",
        type=Text(required=True, max_length=100),
        section="enquiry",
        default=None,
        event="lastName",
        listed=InList(sortable=True, sort=LAST_KEY, hidden=True, width=150),
    ),
    Attribute(
        name="enquirer",
        type=Select(choices=ENQUIRERS, blank=""),
        title="Who asks",
        section="enquiry",
        listed=InList(hidden=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="email",
        type=Email(),
        section="enquiry",
        listed=InList(compact=False, width=220),
        event="email",
    ),
    Attribute(
        name="mailProblem",
        type=Text(),
        title="Email came back",
        section="enquiry",
        read_only=True,
        comment="why the address takes no mail, and what to do; empty once the address is corrected",
        listed=InList(type="text", hidden=True, width=220),
    ),
    Attribute(name="phone", type=Phone(), section="enquiry", listed=InList(compact=False, width=140)),
    Attribute(
        name="phone2",
        type=Phone(),
        title="Second phone",
        section="enquiry",
        listed=InList(hidden=True, compact=False, width=140),
    ),
    Attribute(
        name="leadStatus",
        type=Select(choices=STATUSES),
        title="Status",
        section="enquiry",
        column=sa.Column("lead_status", sa.Text, nullable=False, server_default="new"),
        listed=InList(sortable=True, width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="ownerId",
        type=Reference(source="/leads/owners"),
        title="Owner",
        section="next",
        comment="user id",
        listed=InList(title="Owner ID", hidden=True),
        filtered=AsFilter(title="Owner", column="owner"),
    ),
    Attribute(
        name="nextStep",
        type=Text(max_length=200),
        title="Next step",
        section="next",
        listed=InList(width=180),
    ),
    Attribute(
        name="nextDue",
        type=DateTime(),
        title="Next step due",
        section="next",
        listed=InList(sortable=True, sort=QUEUE, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="value",
        type=Money(minimum=0),
        section="next",
        help="Expected, in pounds",
        listed=InList(currency="", hidden=True, width=100),
    ),
    Attribute(
        name="kind",
        type=Select(choices=TYPES),
        title="Asks for",
        section="wishes",
        listed=InList(width=125),
        filtered=AsFilter(),
    ),
    Attribute(
        name="levelIds",
        type=IdList(source="/system/course/levels", most=20),
        title="Levels",
        section="wishes",
    ),
    Attribute(
        name="subjectIds",
        type=IdList(source="/system/course/subjects", most=20),
        title="Subjects",
        section="wishes",
    ),
    Attribute(name="boardIds", type=IdList(source="/system/boards", most=10), title="Boards", section="wishes"),
    Attribute(name="hours", type=DecimalNumber(maximum=Decimal(168)), title="Hours a week", section="wishes"),
    Attribute(name="starting", type=Date(), title="From when", section="wishes"),
    Attribute(name="budget", type=Money(minimum=0), section="wishes", help="In all, in pounds"),
    Attribute(name="place", type=Select(choices=PLACES, blank=""), title="Online or place", section="wishes"),
    Attribute(name="words", type=Text(multiline=True, max_length=4000), title="In their words", section="wishes"),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="origin",
        links="department.id",
        listed=InList(title="Department ID", hidden=True),
        filtered=AsFilter(name="department", title="Department", column="department"),
    ),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="origin",
        links="organisation.id",
        listed=InList(title="Organisation ID", hidden=True),
        filtered=AsFilter(name="organisation", title="Organisation"),
    ),
    Attribute(
        name="originId",
        type=Reference(source="/leads/origins/names"),
        title="Origin",
        section="origin",
        links="lead_origin.id",
        indexed=True,
        listed=InList(title="Origin ID", hidden=True),
        filtered=AsFilter(name="origin", title="Origin", column="origin"),
    ),
    Attribute(
        name="originDetail",
        type=Text(max_length=300),
        title="Detail of origin",
        section="origin",
        help="Campaign, or who referred them",
        listed=InList(hidden=True, width=160),
    ),
    Attribute(
        name="consentWordingId",
        type=RecordId(),
        title="Consent wording",
        section="outcome",
        read_only=True,
        links="lead_consent_wording.id",
    ),
    Attribute(name="consented", type=DateTime(), title="Consent given", section="outcome", read_only=True),
    Attribute(
        name="reasonId",
        type=Reference(source="/leads/reasons/names"),
        title="Reason",
        section="outcome",
        read_only=True,
        links="lead_reason.id",
        indexed=True,
        listed=InList(title="Reason ID", hidden=True),
        filtered=AsFilter(name="reason", title="Reason", column="reason"),
    ),
    Attribute(
        name="reasonDetail",
        type=Text(multiline=True, max_length=1000),
        title="Detail of reason",
        section="outcome",
        read_only=True,
        listed=InList(type="text", hidden=True, width=180),
    ),
    Attribute(
        name="statusSince",
        type=DateTime(),
        title="In this status since",
        section="outcome",
        read_only=True,
        column=sa.Column("status_since", sa.DateTime(timezone=True), nullable=False, server_default=now()),
        listed=InList(type="date", hidden=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="firstAnswered",
        type=DateTime(),
        title="First answered",
        section="outcome",
        read_only=True,
        comment="the first call, mail or meeting of ours",
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="lastContact",
        type=DateTime(),
        title="Last contact",
        section="outcome",
        read_only=True,
        listed=InList(hidden=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="convertedAt",
        type=DateTime(),
        title="Converted",
        section="outcome",
        read_only=True,
        listed=InList(hidden=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="clientId",
        type=Reference(source="/clients/names"),
        title="Client",
        section="outcome",
        read_only=True,
        links="client.id",
        indexed=True,
        listed=InList(title="Client ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="courseId",
        type=Reference(source="/courses/names"),
        title="Course",
        section="outcome",
        read_only=True,
        links="course.id",
        indexed=True,
    ),
    Attribute(
        name="agentId",
        type=Reference(source="/agents/names"),
        title="Agent",
        section="outcome",
        read_only=True,
        links="agent.id",
        indexed=True,
    ),
    Attribute(
        name="mergedIntoId",
        type=RecordId(),
        title="Merged into lead",
        section="outcome",
        read_only=True,
        links="enquiry.id",
        indexed=True,
    ),
    Attribute(
        name="deleteAfter",
        type=Date(),
        title="Deleted after",
        section="outcome",
        read_only=True,
        comment="a lead that came to nothing is kept until then",
    ),
)
"""A lead: the enquirer, the wishes, the owner and the next step."""


def lead_payload(row: Row) -> dict[str, Any]:
    """Return the payload of `people.lead.changed`: other services see a merged lead as deleted."""
    return ENQUIRY.payload(row) | {"deleted": row["merged_into_id"] is not None}


LEAD_STUDENT = Attributes(
    Attribute(name="firstName", type=Text(required=True, max_length=100), section="student", default=None),
    Attribute(name="lastName", type=Text(max_length=100), section="student"),
    Attribute(name="birthDate", type=Date(), title="Date of birth", section="student"),
    Attribute(name="yearGroup", type=Text(max_length=30), title="Year group", section="student"),
    Attribute(name="school", type=Text(max_length=150), section="student"),
    Attribute(
        name="studentId",
        type=Reference(source="/students/names"),
        title="Student on record",
        section="student",
        links="student.id",
        indexed=True,
        read_only=True,
    ),
    Attribute(
        name="candidateId",
        type=Reference(source="/candidates/names"),
        title="Candidate on record",
        section="student",
        links="candidate.id",
        indexed=True,
        read_only=True,
    ),
)
"""A prospective student of a lead; `studentId` or, for exams, `candidateId` once there is a record."""
