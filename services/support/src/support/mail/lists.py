"""The lists of templates and of sent mails."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.lists import Column, Filter, ListSpec, Tab
from support.mail import attributes
from support.mail.attributes import MAIL_STATES
from support.mail.fields import BOUNCED, MAIL, SENDING_FIELDS, TEMPLATE, UNSUBSCRIBED_FIELDS
from support.mail.kinds import ENTITY_OPTIONS, PERSON_OPTIONS
from support.mail.model import (
    MAILS,
    bounced_address,
    email_template,
    mail_sending,
    sent_mail,
    unsubscribed_address,
)

_t, _s = email_template.c, sent_mail.c


def _fits(kinds: Any) -> sa.ColumnElement[bool]:
    """Condition: templates for one of these kinds of person, and those for everybody."""
    return sa.or_(sa.func.cardinality(_t.sent_to) == 0, _t.sent_to.op("&&")(sa.cast(kinds, ARRAY(sa.Text))))


def _of_addresses(addresses: Any) -> sa.ColumnElement[bool]:
    """Condition: bounces of these addresses, in any notation."""
    lower = sa.select(sa.func.lower(sa.func.unnest(sa.cast(addresses, ARRAY(sa.Text)))))
    return bounced_address.c.address.in_(lower)


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
        Column(name="state", expression=MAILS.state, type="select", options=MAIL_STATES, width=100),
        Column(name="error", expression=MAILS.error, width=220),
        *("template", "sentBy"),
        Column(name="entityType", expression=_s.entity_type, type="select", options=ENTITY_OPTIONS, hidden=True),
    ),
    filters=attributes.MAIL.filters(
        Filter(name="state", expression=MAILS.state, options=MAIL_STATES),
        Filter(name="templateId", expression=_s.template_id, title="Template", hidden=True),
        Filter(name="sendingId", expression=_s.sending_id, title="Sending", hidden=True),
        Filter(name="entityType", expression=_s.entity_type, title="Sent to", options=ENTITY_OPTIONS),
        "entityTypeId",
        Filter(name="date", expression=_s.queued, kind="range"),
    ),
    tabs=(Tab(filter="state", title="State", with_all=True),),
)


def _count(*states: str) -> sa.ColumnElement[int]:
    """The mails of a sending in one of these states."""
    mails = sa.select(sa.func.count()).where(_s.sending_id == mail_sending.c.id, _s.state.in_(states))
    return mails.correlate(mail_sending).scalar_subquery()


SENDINGS = ListSpec(
    name="mailSendings",
    title="Sendings",
    naming="template",
    default_sort="-created",
    record=SENDING_FIELDS,
    search=mail_sending.c.template_name,
    target="/support/emails/sendings?id={id}",
    columns=attributes.SENDING.columns(
        Column(name="id", expression=mail_sending.c.id, type="id", width=60),
        *("template", "state", "recipients"),
        Column(name="sent", expression=_count("sent"), type="integer", width=75),
        Column(name="failed", expression=_count("failed", "unknown"), title="Not sent", type="integer", width=85),
        Column(name="skipped", expression=_count("skipped"), type="integer", width=85),
        "sendAt",
        Column(name="created", expression=mail_sending.c.created, type="datetime", sortable=True, width=125),
    ),
    filters=attributes.SENDING.filters(
        "state", "entityType", Filter(name="created", expression=mail_sending.c.created, kind="range")
    ),
    tabs=(Tab(filter="state", title="State", with_all=True),),
)

UNSUBSCRIBED_ADDRESSES = ListSpec(
    name="unsubscribedAddresses",
    title="Unsubscribed addresses",
    naming="address",
    default_sort="-created",
    record=UNSUBSCRIBED_FIELDS,
    search=unsubscribed_address.c.address,
    target="/support/emails/unsubscribed?id={id}",
    columns=attributes.UNSUBSCRIBED.columns(
        Column(name="id", expression=unsubscribed_address.c.id, type="id", width=60),
        *("address", "template"),
        Column(
            name="created",
            expression=unsubscribed_address.c.created,
            title="Since",
            type="datetime",
            sortable=True,
            width=130,
        ),
    ),
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
    filters=(Filter(name="address", title="Address", condition=_of_addresses, hidden=True),),
)
