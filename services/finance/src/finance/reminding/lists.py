"""The log of reminders, and the stops."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import person
from finance.invoices.model import invoice
from finance.policy import accounting
from finance.reminding.reminder import LADDER, OVERDUE, client_id
from finance.schema import metadata
from kit.lists import Column, Filter, ListSpec
from kit.policy import Scope
from kit.values import Option

_log, _stop = metadata.tables["reminder_told"].c, metadata.tables["reminder_stop"].c
_RUNGS = tuple(Option(rung.name, rung.title) for rung in LADDER)

TOLD = ListSpec(
    name="invoiceReminders",
    path="/invoices/reminders",
    title="Reminders",
    source=_log.reminder.table.join(invoice, invoice.c.id == _log.record_id),
    key=_log.id,
    where=_log.reminder == OVERDUE.name,
    scope=Scope(everything=accounting),
    may=accounting,
    default_sort="-told",
    columns=(
        Column(name="id", expression=_log.id, type="id", hidden=True),
        Column(name="invoiceId", expression=_log.record_id, title="Invoice id", type="id", hidden=True),
        Column(name="number", expression=invoice.c.number, title="Invoice", width=130),
        Column(name="clientId", expression=client_id, title="Client id", type="id", hidden=True),
        Column(name="name", expression=invoice.c.name, title="Client"),
        Column(name="rung", expression=_log.rung, title="Reminder", type="select", options=_RUNGS, width=130),
        Column(name="due", expression=_log.due, title="Due day", type="date", sortable=True, width=105),
        Column(name="told", expression=_log.told, title="Sent or tried", type="datetime", sortable=True, width=130),
        Column(name="refusal", expression=_log.refusal, title="Not sent because"),
    ),
    filters=(
        Filter(name="rung", expression=_log.rung, title="Reminder", options=_RUNGS),
        Filter(name="refused", expression=_log.refusal.is_not(None), title="Not sent", kind="boolean"),
        Filter(name="due", expression=_log.due, title="Due day", kind="range"),
    ),
    search=invoice.c.search,
    legacy=False,
)

STOPS = ListSpec(
    name="reminderStops",
    path="/invoices/reminders/stops",
    title="Stopped reminders",
    source=_stop.reminder.table.outerjoin(invoice, invoice.c.id == _stop.record_id).outerjoin(
        person, sa.and_(person.c.kind == "client", person.c.id == _stop.party_id)
    ),
    key=_stop.id,
    where=_stop.reminder == OVERDUE.name,
    scope=Scope(everything=accounting),
    may=accounting,
    default_sort="-created",
    columns=(
        Column(name="id", expression=_stop.id, type="id", hidden=True),
        Column(name="clientId", expression=_stop.party_id, title="Client id", type="id", hidden=True),
        Column(name="client", expression=person.c.name),
        Column(name="invoiceId", expression=_stop.record_id, title="Invoice id", type="id", hidden=True),
        Column(name="number", expression=invoice.c.number, title="Invoice", width=130),
        Column(name="reason", expression=_stop.reason),
        Column(name="by", expression=_stop.user_name, title="Stopped by", width=130),
        Column(name="created", expression=_stop.created, title="Stopped", type="datetime", sortable=True, width=130),
    ),
    filters=(Filter(name="clientId", expression=_stop.party_id, title="Client", hidden=True),),
    legacy=False,
)
