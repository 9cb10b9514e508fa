"""Attributes of a certificate."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, Listed, Reference, Select, Text, options
from people.exams.shared_attributes import derived_candidate_id

STATES = options(
    ("expected", "Expected", "grey"),
    ("received", "Kept here", "amber"),
    ("collected", "Collected", "green"),
    ("posted", "Posted", "blue"),
    ("returned", "Sent back to the board", "grey"),
    ("destroyed", "Destroyed", "grey"),
)

CERTIFICATE = Attributes(
    Attribute(
        name="candidacyId",
        type=Reference(source="/exams/candidacies/names", required=True),
        title="Candidate in series",
        section="certificate",
        read_only=True,
        links="exam_candidacy.id",
        listed=InList(title="Candidacy ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    derived_candidate_id(indexed=True),
    Attribute(
        name="board",
        type=Listed(source="/system/boards", required=True),
        section="certificate",
        read_only=True,
        links="board.title",
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="number",
        type=Text(max_length=30),
        title="Certificate number",
        section="certificate",
        listed=InList(width=140),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="certificate",
        default="expected",
        read_only=True,
        listed=InList(width=125),
        filtered=AsFilter(),
    ),
    Attribute(
        name="receivedOn",
        type=Date(),
        title="Received",
        section="custody",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(name="place", type=Text(max_length=100), title="Kept in", section="custody", listed=InList(width=150)),
    Attribute(
        name="keepUntil",
        type=Date(),
        section="custody",
        help="Filled in on receipt: unclaimed certificates are kept for twelve months (JCQ, General Regulations)",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="givenOn",
        type=Date(),
        title="Given on",
        section="custody",
        read_only=True,
        listed=InList(width=105),
    ),
    Attribute(
        name="givenTo",
        type=Text(max_length=200),
        section="custody",
        read_only=True,
        listed=InList(width=160),
    ),
    Attribute(
        name="identitySeen",
        type=Boolean(),
        section="custody",
        read_only=True,
        listed=InList(hidden=True, width=110),
    ),
    Attribute(
        name="tracking",
        type=Text(max_length=60),
        title="Tracking number",
        section="custody",
        read_only=True,
        listed=InList(width=140),
    ),
)
