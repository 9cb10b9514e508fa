"""The lists of templates and of what was sent."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from kit.lists import Column, Filter, ListSpec, Tab
from kit.mail.queue import STATE_OPTIONS
from kit.policy import staff
from kit.values import Option, options
from support.mail.fields import ABOUT, TEMPLATE
from support.mail.kinds import KINDS, PERSON_OPTIONS
from support.mail.model import MAILS, email_template, sent_mail
from support.mail.policy import everything

_t, _s = email_template.c, sent_mail.c
_ENTITIES = options(*((kind.name, kind.title.capitalize()) for kind in KINDS.values()))


def _fits(kinds: Any) -> sa.ColumnElement[bool]:
    """Templates for one of these kinds of person, and those for everybody."""
    return sa.or_(sa.func.cardinality(_t.sent_to) == 0, _t.sent_to.op("&&")(sa.cast(kinds, ARRAY(sa.Text))))


TEMPLATES = ListSpec(
    name="emailTemplates",
    path="/emailTemplates",
    title="Email templates",
    source=email_template,
    key=_t.id,
    scope=everything,
    may=staff,
    default_sort="name",
    edit=TEMPLATE,
    target="/support/emails?id={id}",
    columns=(
        Column(name="id", expression=_t.id, type="id", width=60),
        Column(name="name", expression=_t.name, sortable=True, width=240),
        Column(name="about", expression=_t.about, type="select", options=ABOUT, sortable=True, width=110),
        Column(name="sentTo", expression=_t.sent_to, title="For", type="tags", options=PERSON_OPTIONS, width=160),
        Column(name="subject", expression=_t.subject, width=320),
        Column(name="modified", expression=_t.modified, type="datetime", sortable=True, width=120),
    ),
    filters=(
        Filter(name="about", expression=_t.about, options=ABOUT),
        Filter(name="sentTo", title="For", options=PERSON_OPTIONS, condition=_fits),
    ),
)

SENT = ListSpec(
    name="sentEmails",
    path="/emailTemplates/sent",
    title="Sent emails",
    source=MAILS.joined,
    key=_s.id,
    scope=everything,
    may=staff,
    default_sort="-date",
    search=_s.words,
    columns=(
        Column(name="id", expression=_s.id, type="id", width=60),
        Column(name="date", expression=_s.queued, type="datetime", sortable=True, width=120),
        Column(name="person", expression=_s.person, sortable=True, width=170),
        Column(name="recipient", expression=_s.recipient, type="email", sortable=True, width=220),
        Column(name="subject", expression=_s.subject, width=280),
        Column(name="state", expression=MAILS.state, type="select", options=STATE_OPTIONS, width=100),
        Column(name="error", expression=MAILS.error, width=220),
        Column(name="template", expression=_s.template_name, width=180),
        Column(name="sentBy", expression=_s.created_by_name, title="Sent by", width=140),
        Column(name="entityType", expression=_s.entity_type, type="select", options=_ENTITIES, hidden=True),
        Column(name="entityTypeId", expression=_s.entity_type_id, title="Record", type="integer", hidden=True),
        Column(name="tries", expression=_s.tries, type="integer", hidden=True),
        Column(name="sent", expression=_s.sent, type="datetime", hidden=True),
    ),
    filters=(
        Filter(name="state", expression=MAILS.state, options=STATE_OPTIONS),
        Filter(name="templateId", expression=_s.template_id, title="Template", hidden=True),
        Filter(name="entityType", expression=_s.entity_type, title="Sent to", options=_ENTITIES),
        Filter(name="entityTypeId", expression=_s.entity_type_id, hidden=True),
        Filter(name="date", expression=_s.queued, kind="range"),
    ),
    tabs=(Tab(filter="state", title="State", options=(Option("", "All"), *STATE_OPTIONS)),),
)
