"""The lists of templates and of what was sent."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.lists import Column, Filter, ListSpec, Tab
from kit.mail.queue import STATE_OPTIONS
from kit.values import options
from support.mail import attributes
from support.mail.fields import BOUNCED, MAIL, TEMPLATE
from support.mail.kinds import KINDS, PERSON_OPTIONS
from support.mail.model import MAILS, bounced_address, email_template, sent_mail

_t, _s = email_template.c, sent_mail.c
_ENTITIES = options(*((kind.name, kind.title.capitalize()) for kind in KINDS.values()))


def _fits(kinds: Any) -> sa.ColumnElement[bool]:
    """Templates for one of these kinds of person, and those for everybody."""
    return sa.or_(sa.func.cardinality(_t.sent_to) == 0, _t.sent_to.op("&&")(sa.cast(kinds, ARRAY(sa.Text))))


TEMPLATES = ListSpec(
    name="emailTemplates",
    path="/emailTemplates",
    title="Email templates",
    default_sort="name",
    edit=TEMPLATE,
    target="/support/emails?id={id}",
    columns=attributes.TEMPLATE.columns(
        Column(name="id", expression=_t.id, type="id", width=60),
        *("name", "about", "sentTo", "subject"),
        Column(name="modified", expression=_t.modified, type="datetime", sortable=True, width=120),
    ),
    filters=attributes.TEMPLATE.filters(
        "about", Filter(name="sentTo", title="For", options=PERSON_OPTIONS, condition=_fits)
    ),
)

SENT = ListSpec(
    name="sentEmails",
    title="Sent emails",
    naming="subject",
    source=MAILS.joined,
    record=MAIL,
    default_sort="-date",
    search=_s.words,
    columns=attributes.MAIL.columns(
        Column(name="id", expression=_s.id, type="id", width=60),
        Column(name="date", expression=_s.queued, type="datetime", sortable=True, width=120),
        *("person", "recipient", "subject"),
        Column(name="state", expression=MAILS.state, type="select", options=STATE_OPTIONS, width=100),
        Column(name="error", expression=MAILS.error, width=220),
        *("template", "sentBy"),
        Column(name="entityType", expression=_s.entity_type, type="select", options=_ENTITIES, hidden=True),
    ),
    filters=attributes.MAIL.filters(
        Filter(name="state", expression=MAILS.state, options=STATE_OPTIONS),
        Filter(name="templateId", expression=_s.template_id, title="Template", hidden=True),
        Filter(name="entityType", expression=_s.entity_type, title="Sent to", options=_ENTITIES),
        "entityTypeId",
        Filter(name="date", expression=_s.queued, kind="range"),
    ),
    tabs=(Tab(filter="state", title="State", with_all=True),),
)

BOUNCED_ADDRESSES = ListSpec(
    name="bouncedAddresses",
    path="/emailTemplates/bounced",
    title="Bounced addresses",
    naming="address",
    default_sort="address",
    record=BOUNCED,
    search=bounced_address.c.address,
    target="/support/emails/bounced?id={id}",
    columns=attributes.BOUNCED.columns(
        Column(name="id", expression=bounced_address.c.id, type="id", width=60),
        *("address", "reason", "count"),
        Column(name="modified", expression=bounced_address.c.modified, title="Last", type="datetime", width=130),
    ),
)
