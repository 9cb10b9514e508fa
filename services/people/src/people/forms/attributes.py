"""Attributes of forms, of their entries, requests and links."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, MultiSelect, RecordId, Select, Text
from people.forms import rules

FORM = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        section="form",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="kind",
        type=Select(choices=rules.KINDS, required=True),
        section="form",
        default="other",
        listed=InList(sortable=True, width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.FORM_STATES, required=True),
        section="form",
        default="draft",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="description",
        type=Text(multiline=True, max_length=2_000),
        section="form",
        help="Shown above the form and in the list of forms to fill in",
    ),
    Attribute(
        name="audience",
        type=MultiSelect(choices=rules.AUDIENCES),
        title="Filled in by",
        section="form",
        listed=InList(width=170),
    ),
    Attribute(
        name="about",
        type=Select(choices=rules.ABOUT, required=True),
        section="form",
        default="none",
        listed=InList(width=110),
        help="The person or course whose record an entry belongs to",
    ),
    Attribute(
        name="slug",
        type=Text(
            required=True,
            max_length=60,
            pattern="[a-z0-9]+(-[a-z0-9]+)*",
            refusal="Please use small letters, digits and hyphens",
        ),
        title="Short name",
        section="form",
        default=None,
        listed=InList(hidden=True, width=150),
    ),
    Attribute(
        name="generation",
        type=Select(choices=rules.GENERATIONS, required=True),
        section="form",
        read_only=True,
        stored_as=sa.Integer,
        default="2",
        listed=InList(hidden=True, width=110),
        filtered=AsFilter(),
    ),
)

ENTRY = Attributes(
    Attribute(
        name="status",
        type=Select(choices=rules.ENTRY_STATES, required=True),
        default="draft",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="filledName",
        type=Text(max_length=200),
        title="Filled in by",
        listed=InList(sortable=True, width=160),
    ),
    Attribute(name="aboutName", type=Text(max_length=200), title="About", listed=InList(sortable=True, width=160)),
    Attribute(
        name="submitted",
        type=DateTime(),
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(name="reason", type=Text(max_length=500), title="Reason of the return", listed=InList(hidden=True)),
)

REQUEST = Attributes(
    Attribute(
        name="status",
        type=Select(choices=rules.REQUEST_STATES, required=True),
        default="open",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(name="personName", type=Text(max_length=200), title="Asked", listed=InList(sortable=True, width=160)),
    Attribute(name="aboutName", type=Text(max_length=200), title="About", listed=InList(sortable=True, width=160)),
    Attribute(
        name="deadline",
        type=DateTime(required=True),
        section="request",
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="note",
        type=Text(multiline=True, max_length=1_000),
        section="request",
        listed=InList(hidden=True, width=200, type="text"),
    ),
    Attribute(
        name="groupName",
        type=Text(),
        title="Asked as",
        column=sa.Column("group_name", sa.Text, nullable=False, server_default="", comment="member of"),
        listed=InList(width=180),
    ),
    Attribute(name="reminded", type=DateTime(), listed=InList(title="Last reminded", width=130)),
)

LINK = Attributes(
    Attribute(
        name="purpose",
        type=Text(required=True, max_length=300),
        section="link",
        default=None,
        listed=InList(width=240),
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.LINK_STATES, required=True),
        default="active",
        listed=InList(sortable=True, width=100),
        filtered=AsFilter(),
    ),
    Attribute(name="expires", type=DateTime(required=True), listed=InList(sortable=True, width=130)),
    Attribute(
        name="usesMost",
        type=Integer(minimum=1, maximum=10_000, required=True),
        title="Most uses",
        default="1",
        stored_as=sa.Integer,
        listed=InList(width=100),
    ),
    Attribute(
        name="uses",
        type=Integer(maximum=10_000, required=True),
        default="0",
        stored_as=sa.Integer,
        listed=InList(width=90),
    ),
    Attribute(name="aboutName", type=Text(max_length=200), title="About", listed=InList(width=160)),
    Attribute(name="aboutKind", type=Text(max_length=20)),
    Attribute(name="aboutId", type=RecordId()),
)

RETENTION = Attributes(
    Attribute(
        name="holds",
        type=Select(choices=rules.HOLDS, required=True),
        title="Answers that hold",
        section="retention",
        read_only=True,
        default=None,
    ),
    Attribute(
        name="months",
        type=Integer(minimum=1, maximum=rules.MOST_MONTHS, required=True),
        title="Emptied after months",
        section="retention",
        stored_as=sa.Integer,
        default="36",
        listed=InList(width=170),
        help="Counted from the day on which an entry was sent; a form may say other months",
    ),
)
