"""The lists of Setup: mailboxes, incoming mails, blocked senders."""

from __future__ import annotations

from kit.lists import Column, Filter, ListSpec, Tab
from support.mailboxes import attributes
from support.mailboxes.fields import BLOCKED_FIELDS, MAIL_IN_FIELDS, MAILBOX_FIELDS
from support.mailboxes.model import blocked_sender, mail_in, mailbox

MAILBOXES = ListSpec(
    name="mailboxes",
    path="/v2/support/mailboxes",
    title="Mailboxes",
    naming="address",
    default_sort="address",
    edit=MAILBOX_FIELDS,
    search=mailbox.c.address,
    target="/support/mail/mailboxes?id={id}",
    columns=attributes.MAILBOX.columns(
        Column(name="id", expression=mailbox.c.id, type="id", width=60),
        *("address", "type", "active", "imapHost", "polled", "problem", "receipts"),
    ),
    filters=attributes.MAILBOX.filters("type", "active"),
)
MAILS_IN = ListSpec(
    name="mailsIn",
    path="/v2/support/mailsIn",
    title="Mail in",
    naming="subject",
    default_sort="-received",
    search=mail_in.c.words,
    record=MAIL_IN_FIELDS,
    target="/support/mail/in?id={id}",
    columns=attributes.MAIL_IN.columns(
        Column(name="id", expression=mail_in.c.id, type="id", width=60),
        *("received", "state", "sender", "subject", "reason", "ticketId", "type", "senderName", "size"),
    ),
    filters=attributes.MAIL_IN.filters(
        *("state", "type", "sender", "ticketId"),
        Filter(name="received", expression=mail_in.c.received, kind="range"),
    ),
    tabs=(Tab(filter="state", title="State", with_all=True),),
)
BLOCKED_SENDERS = ListSpec(
    name="blockedSenders",
    path="/v2/support/blockedSenders",
    title="Blocked senders",
    naming="address",
    default_sort="address",
    edit=BLOCKED_FIELDS,
    search=blocked_sender.c.address,
    target="/support/mail/blocked?id={id}",
    columns=attributes.BLOCKED.columns(
        Column(name="id", expression=blocked_sender.c.id, type="id", width=60),
        *("address", "reason"),
        Column(name="created", expression=blocked_sender.c.created, title="Since", type="datetime", width=130),
    ),
)
