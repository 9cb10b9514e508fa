"""Attributes of entries."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Readers, staff
from kit.values import Date, Integer, Money, RecordId, Reference, Select, Text, options
from people.exams.shared_attributes import candidate_id, exam_id, season_kind

STATES = options(
    ("planned", "Planned", "grey"),
    ("entered", "Entered", "green"),
    ("amended", "Amended", "blue"),
    ("withdrawn", "Withdrawn", "orange"),
)
MADE = ("entered", "amended")
"""States of an entry that the board has received."""
TIERS = options(("foundation", "Foundation"), ("higher", "Higher"))
FEE_KINDS = options(("standard", "Standard", "green"), ("late", "Late", "amber"), ("veryLate", "Very late", "red"))
_GRADE = Text(max_length=5)
BEFORE_RELEASE = Readers("Office only until results are released", staff)

ENTRY = Attributes(
    candidate_id("entry"),
    exam_id("entry", indexed=True),
    Attribute(
        name="candidacyId",
        type=RecordId(required=True),
        title="Candidate in series",
        links="exam_candidacy.id",
        listed=InList(title="Candidacy ID", hidden=True),
    ),
    season_kind(),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="entry",
        read_only=True,
        default="planned",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(name="tier", type=Select(choices=TIERS), section="entry", listed=InList(width=105)),
    Attribute(
        name="option",
        type=Text(max_length=10),
        section="entry",
        help="Empty: the option of the exam",
        listed=InList(width=85),
    ),
    Attribute(
        name="carriedForward",
        type=Text(max_length=200),
        title="Carried forward",
        section="entry",
        help="Papers whose marks are taken over, and the series that they are from",
        listed=InList(hidden=True, width=180),
    ),
    Attribute(
        name="feeKind",
        type=Select(choices=FEE_KINDS, required=True),
        title="Fee",
        section="entry",
        read_only=True,
        default="standard",
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="boardFee",
        type=Money(minimum=0),
        title="Board's fee",
        section="entry",
        read_only=True,
        help="As the basedata has it, with what late entries cost more",
        listed=InList(hidden=True, width=110),
    ),
    Attribute(
        name="enteredOn",
        type=Date(),
        title="Entered",
        section="entry",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="reason",
        type=Text(max_length=300),
        title="Reason of the last change",
        section="entry",
        read_only=True,
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="forecastGrade",
        type=_GRADE,
        title="Estimated grade",
        section="grades",
        listed=InList(width=110),
    ),
    Attribute(
        name="courseworkMark",
        type=Integer(maximum=1000),
        section="grades",
        stored_as=sa.Integer,
        listed=InList(width=120),
    ),
    Attribute(
        name="assessedGrade",
        type=_GRADE,
        title="Centre assessed grade",
        section="grades",
        internal=True,
        listed=InList(hidden=True, width=140),
    ),
    Attribute(
        name="rank",
        type=Integer(minimum=1, maximum=10_000),
        title="Rank within the grade",
        section="grades",
        stored_as=sa.Integer,
        internal=True,
        listed=InList(hidden=True, width=140),
    ),
    Attribute(
        name="firstAssessorId",
        type=Reference(source="/staff/names"),
        title="First assessor",
        section="grades",
        read_only=True,
        internal=True,
        links="staff.id",
    ),
    Attribute(
        name="secondAssessorId",
        type=Reference(source="/staff/names"),
        title="Second assessor",
        section="grades",
        read_only=True,
        internal=True,
        links="staff.id",
    ),
    Attribute(
        name="agreedOn",
        type=Date(),
        title="Second assessor agreed",
        section="grades",
        read_only=True,
        internal=True,
        listed=InList(hidden=True, width=150),
    ),
    Attribute(
        name="resultGrade",
        type=_GRADE,
        title="Result",
        section="grades",
        readers=BEFORE_RELEASE,
        help="Candidates see it once the results of the series are released",
        listed=InList(hidden=True, width=90),
    ),
    Attribute(
        name="resultMark",
        type=Integer(maximum=10_000),
        title="Mark of the result",
        section="grades",
        stored_as=sa.Integer,
        readers=BEFORE_RELEASE,
        listed=InList(hidden=True, width=90),
    ),
)
