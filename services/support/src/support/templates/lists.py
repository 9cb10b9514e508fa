"""The list of ticket templates."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.templates.attributes import TICKET_TEMPLATE
from support.templates.fields import TEMPLATE_FIELDS
from support.templates.model import ticket_template

TICKET_TEMPLATES = ListSpec(
    name="ticketTemplates",
    path="/v2/support/ticketTemplates",
    title="Ticket templates",
    one="ticket template",
    edit=TEMPLATE_FIELDS,
    default_sort="name",
    target="/support/ticketTemplates?id={id}",
    columns=TICKET_TEMPLATE.columns(
        Column(name="id", expression=ticket_template.c.id, type="id", hidden=True),
        *("name", "title", "team", "priority", "metaType", "everybody", "used", "lastUsed"),
    ),
    filters=TICKET_TEMPLATE.filters("team", "everybody"),
)
