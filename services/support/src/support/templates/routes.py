"""The calls of ticket templates besides the declared ones."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from kit.http.fastapi import Call, Id, Routes
from kit.policy import signed_in
from support.templates import answers, commands, queries
from support.templates.attributes import MOST_QUESTIONS
from support.tickets import rules
from support.tickets.answers import TicketRaised
from support.tickets.routes import Raised, check_form

routes = Routes()


class FromTemplate(Raised):
    """The form of a new ticket, and the answers to the questions of the template in order, as plain text."""

    answers: Annotated[list[Annotated[str, Field(max_length=2_000)]], Field(max_length=MOST_QUESTIONS)] = Field(
        default_factory=list
    )


@routes.get("/v2/support/ticketTemplates/offered", may=signed_in, answers=list[answers.TemplateChoice])
def offered(call: Call) -> list[dict[str, Any]]:
    """Return the templates from which the caller may raise a ticket, most used first."""
    return call.read(queries.choices)


@routes.post(
    "/v2/support/ticketTemplate/{id}/ticket", may=signed_in, status=201, before=check_form, answers=TicketRaised
)
def raise_ticket(call: Call, id: Id, body: FromTemplate) -> dict[str, Any]:
    """Raise a support ticket from a template."""
    ticket_id = commands.raise_from(call.tx, id, body.form(call.actor), body.answers, body.files)
    return {"id": ticket_id, "status": "submitted", "notice": rules.RAISED}
