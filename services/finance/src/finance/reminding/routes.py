"""Calls for the ladder and the stops; the log, the list of stops and the fields of a rung are declared."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from finance.policy import accounting
from finance.reminding import commands, queries
from finance.reminding.answers import LadderRung, Stopped, WaitingInvoice
from finance.sending.answers import MailPreview
from kit.http.fastapi import Body, Call, Id, Routes

routes = Routes()

Page = Annotated[int, Field(ge=1, le=100_000)]


class ResumeBody(Body):
    """A client or an invoice."""

    clientId: Id | None = None
    invoiceId: Id | None = None


class StopBody(ResumeBody):
    """A client or an invoice, and the reason."""

    reason: str = Field(min_length=1, max_length=500)


@routes.get("/invoices/reminders/ladder", may=accounting, answers=list[LadderRung])
def ladder(call: Call) -> list[dict[str, Any]]:
    """Return the rungs of the ladder, and how many invoices wait for each."""
    return call.read(queries.ladder)


@routes.get("/invoices/reminders/ladder/{id}/waiting", may=accounting, answers=list[WaitingInvoice])
def waiting(call: Call, id: int, page: Page = 1) -> list[dict[str, Any]]:
    """Return a page of fifty invoices that wait for a rung: those of the next run first, each part by due day."""
    return call.read(queries.waiting_for, id, page)


@routes.get("/invoices/reminders/ladder/{id}/preview", may=accounting, answers=MailPreview)
def preview(call: Call, id: int, invoiceId: Id | None = None) -> dict[str, Any]:
    """Return the mail of a rung about an invoice that waits for it, by default the first."""
    return call.read(queries.preview, id, invoiceId)


@routes.post("/invoices/reminders/stop", may=accounting, answers=Stopped)
def stop(call: Call, body: StopBody) -> dict[str, Any]:
    """Stop the reminders of a client or of an invoice."""
    return commands.stop(call.tx, body.clientId, body.invoiceId, body.reason)


@routes.post("/invoices/reminders/resume", may=accounting, answers=Stopped)
def resume(call: Call, body: ResumeBody) -> dict[str, Any]:
    """Resume the reminders of a client or of an invoice."""
    return commands.resume(call.tx, body.clientId, body.invoiceId)
