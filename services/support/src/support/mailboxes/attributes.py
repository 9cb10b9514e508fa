"""Attributes of mailboxes, incoming mails and blocked senders."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.values import Boolean, DateTime, Email, Integer, RichText, Select, Text
from support import teams
from support.mailboxes import rules

TEAM = Select(choices=teams.TYPES, required=True)

MAILBOX = Attributes(
    Attribute(
        name="address",
        type=Email(required=True),
        section="mailbox",
        default=None,
        listed=InList(type="email", sortable=True, width=260),
        help="Mail to this address becomes tickets of the team",
    ),
    Attribute(
        name="type",
        type=TEAM,
        title="Team",
        section="mailbox",
        comment="the team its tickets are for",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="active",
        type=Boolean(),
        section="mailbox",
        default="true",
        listed=InList(width=90),
        filtered=AsFilter(),
        help="Mail to an address that is off is refused, and its IMAP mailbox is not read",
    ),
    Attribute(
        name="receipts",
        type=Boolean(),
        section="mailbox",
        default="true",
        listed=InList(width=110, hidden=True),
        help="People who ask by mail get one receipt a day",
    ),
    Attribute(
        name="imapHost",
        type=Text(max_length=200),
        title="IMAP server",
        section="imap",
        listed=InList(width=200),
        help="Empty if mail arrives only by SMTP",
    ),
    Attribute(
        name="imapPort",
        type=Integer(minimum=1, maximum=65_535),
        title="Port",
        section="imap",
        stored_as=sa.Integer,
        default="993",
    ),
    Attribute(
        name="imapTls",
        type=Boolean(),
        title="Encrypted connection",
        section="imap",
        default="true",
        help="Off only for a server on this machine",
    ),
    Attribute(name="imapUser", type=Text(max_length=200), title="User", section="imap"),
    Attribute(name="imapFolder", type=Text(max_length=200), title="Folder", section="imap", default="INBOX"),
    Attribute(
        name="polled",
        type=DateTime(),
        title="Last looked into",
        section="imap",
        read_only=True,
        default=None,
        column=sa.Column("polled", sa.DateTime(timezone=True)),
        listed=InList(width=140),
    ),
    Attribute(
        name="problem",
        type=Text(),
        section="imap",
        read_only=True,
        comment="why the last look failed",
        listed=InList(width=260),
    ),
)

MAIL_IN = Attributes(
    Attribute(
        name="received",
        type=DateTime(),
        section="mail",
        default=now(),
        listed=InList(sortable=True, width=130),
    ),
    Attribute(
        name="state",
        type=Select(choices=rules.STATES, required=True),
        section="mail",
        default="received",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    Attribute(
        name="sender",
        type=Text(),
        section="mail",
        comment="address, in lower case",
        listed=InList(type="email", sortable=True, width=220),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(name="senderName", type=Text(), title="Name", section="mail", listed=InList(width=140, hidden=True)),
    Attribute(name="subject", type=Text(), section="mail", listed=InList(width=260)),
    Attribute(
        name="reason",
        type=Text(),
        section="mail",
        comment="why it is no message on a ticket",
        listed=InList(width=240),
    ),
    Attribute(
        name="ticketId",
        type=Integer(),
        title="Ticket",
        section="mail",
        column=sa.Column("ticket_id", sa.ForeignKey("ticket.id")),
        listed=InList(width=80),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="type",
        type=Select(choices=teams.TYPES),
        title="Team",
        section="mail",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="size",
        type=Integer(),
        title="Bytes",
        section="mail",
        stored_as=sa.BigInteger,
        default="0",
        listed=InList(width=90, hidden=True),
    ),
    Attribute(name="messageId", type=Text(), title="Message ID", section="mail", default=None),
    Attribute(name="folded", type=RichText(), comment="sanitised html: what it quotes, and the signature"),
    Attribute(
        name="onTicket",
        type=Boolean(),
        default="true",
        comment="its sender is on the ticket",
    ),
    Attribute(
        name="attachments",
        type=Text(),
        column=sa.Column(
            "attachments", JSONB, nullable=False, server_default="[]", comment="[{name, size, fileId, refused}]"
        ),
    ),
)

BLOCKED = Attributes(
    Attribute(
        name="address",
        type=Email(required=True),
        section="sender",
        default=None,
        listed=InList(type="email", sortable=True, width=280),
    ),
    Attribute(
        name="reason",
        type=Text(max_length=200),
        section="sender",
        listed=InList(width=320),
    ),
)
