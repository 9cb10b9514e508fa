"""A ticket template as a record: support staff read and edit them."""

from __future__ import annotations

from kit.records import Create, Delete, FieldSet
from support.teams import support_staff
from support.templates.answers import TicketTemplateParts
from support.templates.attributes import TICKET_TEMPLATE
from support.templates.model import ticket_template

TEMPLATE_FIELDS = FieldSet(
    name="ticketTemplate",
    table=ticket_template,
    path="/v2/support/ticketTemplate/{id}",
    may=support_staff,
    create=Create(),
    delete=Delete(undo=True, named=lambda row: str(row["name"])),
    extra=lambda connection, actor, row: {"used": row["used"]},
    answers=TicketTemplateParts,
    sections=TICKET_TEMPLATE.sections({"template": "Template"}),
)
