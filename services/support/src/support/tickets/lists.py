"""The lists of `/support/tickets/{type}`: what a team has, and what concerns oneself."""

from __future__ import annotations

import dataclasses

from kit.fields.types import Option
from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import signed_in
from support.directory.model import user
from support.tickets import rules
from support.tickets.model import ticket
from support.tickets.policy import MINE, SCOPE

_c = ticket.c
_asker, _responsible = user.alias("asker"), user.alias("responsible")
_COLUMNS = (
    Column(name="id", expression=_c.id, type="id", sortable=True, width=65),
    Column(name="title", expression=_c.title, sortable=True, width=270),
    Column(name="status", expression=_c.status, type="select", options=rules.STATES, sortable=True, width=115),
    Column(name="priority", expression=_c.priority, type="select", options=rules.PRIORITIES, sortable=True, width=95),
    Column(name="user", expression=_asker.c.name, title="From", width=140),
    Column(name="responsibleStaff", expression=_responsible.c.name, title="Responsible", width=140),
    Column(
        name="lastMessage", expression=_c.last_message, title="Last message", type="datetime", sortable=True, width=125
    ),
    Column(
        name="metaType", expression=_c.meta_type, title="Category", type="select", options=rules.CATEGORIES, width=145
    ),
    Column(name="type", expression=_c.type, title="Team", type="select", options=rules.TYPES, width=130),
    Column(name="messages", expression=_c.messages, type="integer", width=90),
    Column(name="date", expression=_c.created, title="Raised", type="datetime", sortable=True, width=125),
    Column(name="invoiceId", expression=_c.invoice_id, title="Invoice", type="integer", hidden=True),
    Column(name="slipId", expression=_c.slip_id, title="Slip", type="integer", hidden=True),
)
_FILTERS = (
    Filter(name="status", expression=_c.status, options=rules.STATES),
    Filter(name="priority", expression=_c.priority, options=rules.PRIORITIES),
    Filter(name="metaType", expression=_c.meta_type, title="Category", options=rules.CATEGORIES),
    Filter(
        name="responsibleStaff", expression=_c.responsible_id, title="Responsible", options_from="/v2/support/staff"
    ),
    Filter(name="date", expression=_c.created, title="Raised", kind="range"),
    Filter(name="open", kind="boolean", condition=lambda wanted: (_c.status != "resolved") == wanted),
)
_ABOUT = (
    Filter(name="invoiceId", expression=_c.invoice_id, hidden=True),
    Filter(name="slipId", expression=_c.slip_id, hidden=True),
    Filter(name="userId", expression=_c.user_id, hidden=True),
)
_TYPE = Filter(name="type", expression=_c.type, title="Team", options=rules.TYPES)
_TABS = (Tab(filter="status", options=(Option("", "All"), *rules.STATES)),)

TICKETS = ListSpec(
    name="supportTickets",
    path="/v2/support/tickets/{type}",
    aliases=("/v2/support/tickets",),
    title="Support tickets",
    source=ticket.outerjoin(_asker, _asker.c.id == _c.user_id).outerjoin(
        _responsible, _responsible.c.id == _c.responsible_id
    ),
    key=_c.id,
    scope=SCOPE,
    may=signed_in,
    default_sort="-lastMessage",
    search=_c.title,
    target="/support/tickets/all?ticket={id}",
    columns=_COLUMNS,
    filters=(_TYPE, *_FILTERS, *_ABOUT),
    tabs=_TABS,
)
MY_TICKETS = dataclasses.replace(
    TICKETS,
    name="mySupportTickets",
    path="/v2/support/tickets/my",
    aliases=(),
    title="My support tickets",
    scope=MINE,
    target="/support/tickets/my?ticket={id}",
    filters=(_TYPE, *_FILTERS),
)
"""Those one raised, is informed of or looks after."""
