"""The list of recurring tasks."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.recurring.attributes import RECURRING
from support.recurring.fields import RECURRING_FIELDS
from support.recurring.model import recurring_ticket
from support.templates.model import ticket_template

RECURRING_TICKETS = ListSpec(
    name="recurringTickets",
    path="/v2/support/recurrings",
    title="Recurring tasks",
    one="recurring task",
    edit=RECURRING_FIELDS,
    source=recurring_ticket.join(ticket_template, ticket_template.c.id == recurring_ticket.c.template_id),
    default_sort="title",
    target="/support/recurring?id={id}",
    columns=RECURRING.columns(
        Column(name="id", expression=recurring_ticket.c.id, type="id", hidden=True),
        *("title", "templateId", "repeats", "next", "lastRaised", "raised", "paused"),
    ),
    filters=RECURRING.filters("repeats", "paused"),
)
