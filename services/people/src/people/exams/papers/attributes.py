"""Attributes of packets and of their log."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Integer, RecordId, Reference, Select, Text, options
from people.exams.shared_attributes import component_id

STATES = options(
    ("expected", "Expected", "grey"),
    ("received", "Received", "blue"),
    ("stored", "Stored", "teal"),
    ("opened", "Opened", "amber"),
    ("packed", "Scripts packed", "orange"),
    ("dispatched", "Dispatched", "green"),
    ("returned", "Confirmed by the board", "green"),
    ("wrong", "Wrong packet opened", "red"),
)

SENT = ("dispatched", "returned")

PACKET = Attributes(
    component_id("packet"),
    Attribute(
        name="barcode",
        type=Text(required=True, max_length=60),
        title="Bar code",
        section="packet",
        default=None,
        listed=InList(sortable=True, width=150),
    ),
    Attribute(
        name="copies",
        type=Integer(maximum=1000),
        section="packet",
        stored_as=sa.Integer,
        listed=InList(width=80),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="packet",
        default="expected",
        read_only=True,
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="place",
        type=Text(max_length=100),
        title="Kept in",
        section="packet",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="openedById",
        type=RecordId(),
        title="Opened by",
        column=sa.Column("opened_by_id", sa.BigInteger),
    ),
    Attribute(
        name="secondId",
        type=Reference(source="/staff/names"),
        title="Second person",
        section="opening",
        read_only=True,
        links="staff.id",
    ),
    Attribute(
        name="opened",
        type=DateTime(),
        title="Opened at",
        section="opening",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="checked",
        type=Text(max_length=200),
        title="Checked",
        section="opening",
        read_only=True,
        help="Day, time, subject, unit and tier, as the second person read them out",
        listed=InList(hidden=True, width=180),
    ),
    Attribute(
        name="tracking",
        type=Text(max_length=60),
        title="Tracking number",
        section="sending",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="dispatched",
        type=DateTime(),
        title="Dispatched at",
        section="sending",
        read_only=True,
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="note",
        type=Text(multiline=True, max_length=2000),
        title="What happened",
        section="sending",
        read_only=True,
        listed=InList(hidden=True, type="text", width=200),
    ),
)

LOG = Attributes(
    Attribute(
        name="packetId",
        type=RecordId(required=True),
        title="Packet",
        links="exam_packet.id",
        indexed=True,
        listed=InList(title="Packet ID", hidden=True),
        filtered=AsFilter(hidden=True, column="barcode"),
    ),
    Attribute(
        name="what",
        type=Select(choices=STATES, required=True),
        default="expected",
        listed=InList(width=160),
        filtered=AsFilter(),
    ),
    Attribute(name="byName", type=Text(), title="By", listed=InList(width=150)),
    Attribute(name="secondName", type=Text(), title="Second person", listed=InList(width=150)),
    Attribute(name="place", type=Text(), title="Kept in", listed=InList(width=140)),
    Attribute(name="tracking", type=Text(), title="Tracking number", listed=InList(width=140)),
    Attribute(name="note", type=Text(), listed=InList(width=240)),
)
"""An entry of the log: what happened to a packet, who did it, and the witness."""
