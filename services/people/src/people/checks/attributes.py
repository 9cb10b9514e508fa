"""Attributes of checks, and of exceptions from them."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, FileIds, RecordId, Reference, Select, Text, options
from people.persons.rules import DigitText

PERSONS = options(("tutor", "Tutor"), ("staff", "Staff"), ("invigilator", "Invigilator"))
"""Kinds of person in the single central record."""
APPLICATION = "application"
CHECKED_KINDS = (*PERSONS, *options((APPLICATION, "Tutor application")))
"""Kinds of record that checks are about: those of an applicant become the tutor's (`people.applications`)."""
CHECK_TYPES = options(
    ("identity", "Identity"),
    ("barredList", "Barred list"),
    ("enhancedDbs", "Enhanced DBS"),
    ("prohibition", "Prohibition from teaching"),
    ("overseas", "Overseas checks"),
    ("qualifications", "Qualifications"),
    ("rightToWork", "Right to work"),
    ("section128", "Section 128"),
    ("onlineSearch", "Online search"),
)
"""Checks of the single central record (KCSIE part three); section 128 is for managers."""
OUTCOMES = options(
    ("pending", "Pending", "amber"),
    ("clear", "Clear", "green"),
    ("concern", "Concern", "red"),
    ("notRequired", "Not required", "grey"),
)
NOT_REQUIRED = "notRequired"
"""An outcome with a reason. It does not count as a check that a rule requires of everybody (`people.applications`)."""
VALID = ("clear", NOT_REQUIRED)

PERSON_CHECK = Attributes(
    Attribute(
        name="personType",
        type=Select(choices=CHECKED_KINDS, required=True),
        title="Kind of person",
        section="person",
        read_only=True,
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="personId",
        type=RecordId(required=True),
        title="Person",
        section="person",
        read_only=True,
        listed=InList(title="Person ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="type",
        type=Select(choices=CHECK_TYPES, required=True),
        title="Check",
        section="check",
        listed=InList(width=190),
        filtered=AsFilter(),
    ),
    Attribute(
        name="outcome",
        type=Select(choices=OUTCOMES, required=True),
        section="check",
        default="clear",
        listed=InList(width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="date",
        type=Date(required=True),
        title="Checked on",
        section="check",
        default=None,
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="expires",
        type=Date(),
        section="check",
        help="Empty if it does not expire",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="number",
        type=DigitText(digits=4),
        title="Last four digits",
        section="check",
        help="Of the certificate or the document; never the whole number",
        listed=InList(width=110),
    ),
    Attribute(
        name="reason",
        type=Text(max_length=300),
        title="Why not required",
        section="check",
        help="Required if the outcome is Not required",
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="seenBy",
        type=Text(max_length=100),
        title="Seen by",
        section="check",
        listed=InList(width=150),
    ),
    Attribute(
        name="evidenceIds",
        type=FileIds(most=5),
        title="Evidence",
        section="check",
        help="A copy of a DBS certificate is kept six months at most",
    ),
)

CHECK_OVERRIDE = Attributes(
    Attribute(
        name="courseId",
        type=Reference(source="/courses/names", required=True),
        title="Course",
        links="course.id",
        indexed=True,
        listed=InList(title="Course ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="tutorId",
        type=Reference(source="/tutors/names", required=True),
        title="Tutor",
        links="tutor.id",
        indexed=True,
        listed=InList(title="Tutor ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(name="missing", type=Text(), title="Missing checks", listed=InList(width=240)),
    Attribute(name="reason", type=Text(), listed=InList(width=280)),
    Attribute(name="allowedBy", type=Text(), title="Allowed by", listed=InList(width=150)),
)
"""An exception for a tutor without valid checks on the course of a child, with a name and a reason."""
