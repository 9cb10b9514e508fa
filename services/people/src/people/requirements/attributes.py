"""Attributes of requirements."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, Integer, MultiSelect, Reference, Select, Text, options
from people.enrolment.attributes import COURSE_TYPES
from people.persons.catalogue import STUDENT_TYPES
from people.requirements.measures import KINDS, MEASURES, WHATS

SEVERITIES = options(("legal", "By law", "red"), ("required", "Required", "amber"), ("advised", "Advised", "blue"))
MENDERS = options(
    ("academicOffice", "Academic office"),
    ("affiliateCompliance", "Affiliate compliance"),
    ("examsOffice", "Exams office"),
    ("tutorSupport", "Tutor support"),
    ("accounting", "Accounting"),
    ("staff", "All staff"),
)
"""Roles that supply missing data or work through checklists."""
STATUSES = options(
    ("active", "Active"),
    ("enquiry", "Enquiry"),
    ("training", "Training"),
    ("alumni", "Alumni"),
    ("proposed", "Proposed"),
    ("completed", "Completed"),
)


def _part(place: int) -> sa.Computed:
    return sa.Computed(f"split_part(measure, '.', {place})", persisted=True)


REQUIREMENT = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=120),
        section="what",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="measure",
        type=Select(choices=MEASURES, required=True),
        title="Must have",
        section="what",
        listed=InList(hidden=True, width=240),
    ),
    Attribute(
        name="formId",
        type=Reference(source="/forms/titles"),
        title="Form",
        section="what",
        help="Of a required form",
        comment="a form of people/forms",
    ),
    Attribute(
        name="kind",
        type=Select(choices=KINDS),
        title="Of",
        listed=InList(width=95),
        filtered=AsFilter(),
        column=sa.Column("kind", sa.Text, _part(1), nullable=False),
    ),
    Attribute(
        name="what",
        type=Select(choices=WHATS),
        listed=InList(width=110),
        filtered=AsFilter(),
        column=sa.Column("what", sa.Text, _part(2), nullable=False),
    ),
    Attribute(
        name="item",
        type=Text(),
        column=sa.Column("item", sa.Text, _part(3), nullable=False),
    ),
    Attribute(
        name="statuses",
        type=MultiSelect(choices=STATUSES),
        section="whom",
        help="If empty, every status",
        listed=InList(width=150),
    ),
    Attribute(
        name="ageBelow",
        type=Integer(minimum=1, maximum=100),
        title="Age below",
        section="whom",
        stored_as=sa.Integer,
        help="Only for students: 18 for children. Empty for every age",
        listed=InList(width=95),
    ),
    Attribute(
        name="studentType",
        type=Select(choices=STUDENT_TYPES),
        title="Student type",
        section="whom",
        listed=InList(hidden=True, width=120),
    ),
    Attribute(
        name="courseType",
        type=Select(choices=COURSE_TYPES),
        title="Course type",
        section="whom",
        listed=InList(hidden=True, width=120),
    ),
    Attribute(
        name="activeFrom",
        type=Date(),
        title="From",
        section="rule",
        help="If empty, at once",
        listed=InList(width=100),
    ),
    Attribute(
        name="severity",
        type=Select(choices=SEVERITIES, required=True),
        section="rule",
        default="required",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="mender",
        type=Select(choices=MENDERS, required=True),
        title="Who supplies it",
        section="rule",
        default="academicOffice",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(name="why", type=Text(multiline=True, max_length=1000), section="rule"),
    Attribute(
        name="source",
        type=Text(max_length=300),
        section="rule",
        help="The law, the guidance or our own policy",
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="active",
        type=Boolean(),
        section="rule",
        default="true",
        listed=InList(width=85),
        filtered=AsFilter(),
    ),
)
