"""Attributes of a service after results."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, FileIds, Money, Select, Text, options
from people.exams.shared_attributes import derived_candidate_id, entry_id
from people.policy import OF_EXAMS

SERVICES = options(
    ("clericalCheck", "Clerical check", "grey"),
    ("review", "Review of marking", "blue"),
    ("priorityReview", "Priority review of marking", "red"),
    ("moderation", "Review of moderation", "teal"),
    ("script", "Copy of the script", "grey"),
    ("priorityScript", "Priority copy of the script", "amber"),
    ("appeal", "Appeal", "orange"),
)
"""JCQ, Post-Results Services: services 1, 2, 2P and 3, and access to scripts; and the appeal, which follows a review or
a centre assessed grade."""
STATES = options(
    ("asked", "Asked for", "amber"),
    ("sent", "With the board", "blue"),
    ("changed", "Grade changed", "green"),
    ("unchanged", "No change", "grey"),
    ("refused", "Refused", "red"),
    ("withdrawn", "Withdrawn", "grey"),
)
OPEN = ("asked", "sent")

RESULT_REVIEW = Attributes(
    entry_id("review", indexed=True),
    derived_candidate_id(indexed=True),
    Attribute(
        name="service",
        type=Select(choices=SERVICES, required=True),
        section="review",
        default="review",
        read_only=True,
        listed=InList(width=170),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="review",
        default="asked",
        read_only=True,
        listed=InList(width=125),
        filtered=AsFilter(),
    ),
    Attribute(
        name="consentedOn",
        type=Date(),
        title="Consent of the candidate",
        section="review",
        help="The grade can go down as well as up. Without the consent nothing is sent",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="dueOn",
        type=Date(),
        title="Due at the board",
        section="review",
        help="Empty: the board's deadline of reviews",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="sentOn",
        type=Date(),
        title="Sent",
        section="review",
        read_only=True,
        listed=InList(width=100),
    ),
    Attribute(name="fee", type=Money(minimum=0), section="review", listed=InList(width=90)),
    Attribute(
        name="gradeBefore",
        type=Text(max_length=5),
        section="outcome",
        read_only=True,
        listed=InList(width=110),
    ),
    Attribute(
        name="gradeAfter",
        type=Text(max_length=5),
        section="outcome",
        read_only=True,
        listed=InList(width=110),
    ),
    Attribute(name="reason", type=Text(multiline=True, max_length=2000), title="Grounds", section="review"),
    Attribute(
        name="outcome",
        type=Text(multiline=True, max_length=2000),
        title="Words of the board",
        section="outcome",
        read_only=True,
    ),
    Attribute(name="fileIds", type=FileIds(most=20), title="Documents", section="outcome", readers=OF_EXAMS),
)
