"""Attributes of a mail domain."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, Select, Text, options

STATES = options(
    ("new", "Not checked", "grey"),
    ("good", "In order", "green"),
    ("weak", "To improve", "amber"),
    ("wrong", "To correct", "red"),
    ("unknown", "Not known", "amber"),
)

MAIL_DOMAIN = Attributes(
    Attribute(
        name="domain",
        type=Text(required=True, max_length=253),
        section="domain",
        default=None,
        listed=InList(sortable=True, width=240),
        help="The part of our addresses after the @",
    ),
    Attribute(
        name="sender",
        type=Text(required=True, max_length=200),
        title="Sending server",
        section="domain",
        default=None,
        listed=InList(width=240),
        help="As written in SPF: include:spf.provider.example, ip4:192.0.2.10, a or mx",
    ),
    Attribute(
        name="selector",
        type=Text(max_length=63),
        title="DKIM selector",
        section="domain",
        listed=InList(width=140),
        help="The name of the key with which the mail server signs",
    ),
    Attribute(
        name="reports",
        type=Text(max_length=200),
        title="Address of DMARC reports",
        section="domain",
        help="Reports of mail servers go there",
    ),
    Attribute(
        name="state",
        type=Select(choices=STATES, required=True),
        section="check",
        read_only=True,
        default="new",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="checked",
        type=DateTime(),
        title="Last check",
        section="check",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="findings",
        type=Text(),
        column=sa.Column(
            "findings", JSONB, nullable=False, server_default="[]", comment="[{record, state, text, name, value}]"
        ),
    ),
)
