"""Attributes of email templates, and of the mails in the log (`money.md 3`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import INTERNAL
from kit.mail.queue import STATE_OPTIONS, mail_columns
from kit.values import Boolean, DateTime, Email, FileIds, Integer, MultiSelect, RichText, Select, Text, options
from support.mail import rules
from support.mail.kinds import ENTITY_OPTIONS, PERSON_OPTIONS

ABOUT = options(("person", "A person"), ("invoice", "An invoice"))
"""The subjects of a template: a person, or an invoice (`kinds.py`)."""
MOST_FILES = 20

TEMPLATE = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=100),
        section="template",
        default=None,
        listed=InList(sortable=True, width=240),
    ),
    Attribute(
        name="about",
        type=Select(choices=ABOUT, required=True),
        section="template",
        default="person",
        listed=InList(sortable=True, width=110),
        filtered=AsFilter(),
    ),
    Attribute(
        name="sentTo",
        type=MultiSelect(choices=PERSON_OPTIONS),
        title="For",
        section="template",
        comment="kinds of person; none: all",
        listed=InList(width=160),
        help="The lists that offer the template; empty: every list of people",
    ),
    Attribute(
        name="subject",
        type=Text(required=True, max_length=rules.LONGEST_SUBJECT),
        section="template",
        default=None,
        comment="with merge fields in double braces (`rules.FIELDS`)",
        listed=InList(width=320),
    ),
    Attribute(
        name="body",
        type=RichText(required=True, max_length=rules.LONGEST_BODY),
        section="template",
        default=None,
        comment="sanitised html with merge fields",
        help="Merge fields are written in double braces: Dear {{firstName}}",
    ),
    Attribute(
        name="fileIds",
        type=FileIds(most=MOST_FILES),
        title="Attachments",
        section="template",
        comment="attachments, in files",
    ),
    Attribute(
        name="contractual",
        type=Boolean(),
        section="template",
        default="true",
        comment="nobody unsubscribes from its mails",
        help="Of lessons, invoices and the like; mails of other templates have a link to unsubscribe",
        listed=InList(width=110, hidden=True),
        filtered=AsFilter(),
    ),
)

MAIL_STATES = (*STATE_OPTIONS, *options(("skipped", "Skipped", "grey")))
"""The states of a template mail. `skipped` is never sent: its recipient has no address, one that bounced, or
unsubscribed, or its sending was cancelled."""
_parts = mail_columns(MAIL_STATES)
_queue = {part.name: part for part in _parts if isinstance(part, sa.Column)}
MAIL = Attributes(
    Attribute(name="person", type=Text(), section="mail", default=None, listed=InList(sortable=True, width=170)),
    Attribute(
        name="recipient",
        type=Text(),
        section="mail",
        default=None,
        comment="address",
        listed=InList(type="email", sortable=True, width=220),
    ),
    Attribute(name="subject", type=Text(), section="mail", default=None, listed=InList(width=280)),
    Attribute(name="body", type=RichText(), section="mail", default=None, comment="sanitised html"),
    Attribute(name="fileIds", type=FileIds(), title="Attachments", section="mail"),
    Attribute(
        name="template",
        type=Text(),
        section="mail",
        column=sa.Column("template_name", sa.Text, nullable=False),
        listed=InList(width=180),
    ),
    Attribute(name="entityType", type=Text(), section="mail", default=None),
    Attribute(
        name="entityTypeId",
        type=Integer(),
        section="mail",
        column=sa.Column("entity_type_id", sa.BigInteger, nullable=False),
        listed=InList(title="Record", hidden=True),
        filtered=AsFilter(title="Entity type ID", hidden=True),
    ),
    Attribute(name="state", type=Select(choices=MAIL_STATES), section="mail", column=_queue.pop("state")),
    Attribute(name="error", type=Text(), section="mail", column=_queue.pop("error")),
    Attribute(name="tries", type=Integer(), section="mail", column=_queue.pop("tries"), listed=InList(hidden=True)),
    Attribute(name="messageId", type=Text(), title="Message id", section="mail", column=_queue.pop("message_id")),
    Attribute(name="queued", type=DateTime(), section="mail", column=_queue.pop("queued")),
    Attribute(name="sent", type=DateTime(), section="mail", column=_queue.pop("sent"), listed=InList(hidden=True)),
    Attribute(
        name="sentBy", type=Text(), section="mail", column=_queue.pop("created_by_name"), listed=InList(width=140)
    ),
    Attribute(
        name="bounced",
        type=DateTime(),
        title="Came back",
        section="mail",
        default=None,
        column=sa.Column("bounced", sa.DateTime(timezone=True)),
        listed=InList(hidden=True, width=125),
    ),
    Attribute(name="bounceReason", type=Text(), title="Why it came back", section="mail"),
)
BOUNCED = Attributes(
    Attribute(
        name="address",
        type=Email(required=True),
        section="address",
        default=None,
        listed=InList(type="email", sortable=True, width=260),
    ),
    Attribute(name="reason", type=Text(), section="address", listed=InList(width=360)),
    Attribute(
        name="count",
        type=Integer(),
        title="Times",
        section="address",
        stored_as=sa.Integer,
        default="1",
        listed=InList(width=80),
    ),
)
SENDING_STATES = options(
    ("queued", "Queued", "grey"),
    ("sending", "Sending", "blue"),
    ("paused", "Paused", "amber"),
    ("done", "Done", "green"),
    ("cancelled", "Cancelled", "grey"),
)
SENDING = Attributes(
    Attribute(
        name="template",
        type=Text(),
        section="sending",
        column=sa.Column("template_name", sa.Text, nullable=False),
        listed=InList(width=200),
    ),
    Attribute(
        name="entityType",
        type=Select(choices=ENTITY_OPTIONS),
        title="Sent to",
        section="sending",
        column=sa.Column("entity_type", sa.Text, nullable=False),
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="state",
        type=Select(choices=SENDING_STATES),
        section="sending",
        default="queued",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="recipients",
        type=Integer(),
        section="sending",
        listed=InList(width=100),
        column=sa.Column("recipients", sa.Integer, nullable=False, comment="all that were chosen, with those left out"),
    ),
    Attribute(
        name="sendAt",
        type=DateTime(),
        title="Send at",
        section="sending",
        comment="not before; empty: at once",
        listed=InList(width=125),
    ),
    Attribute(name="finished", type=DateTime(), section="sending", listed=InList(width=125, hidden=True)),
    Attribute(
        name="sentBy",
        type=Text(),
        section="sending",
        column=sa.Column("created_by_name", sa.Text, nullable=False, server_default="", info=dict(INTERNAL)),
        listed=InList(width=140),
    ),
)
UNSUBSCRIBED = Attributes(
    Attribute(
        name="address",
        type=Email(required=True),
        section="address",
        default=None,
        listed=InList(type="email", sortable=True, width=260),
    ),
    Attribute(
        name="template",
        type=Text(),
        section="address",
        comment="the template whose mail it was",
        listed=InList(width=240),
    ),
)
QUEUE = (*_queue.values(), *(part for part in _parts if not isinstance(part, sa.Column)))
"""The parts of the log that only the queue reads."""
