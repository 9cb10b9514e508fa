"""Calls for the payment link: staff renew it; a payer who is signed in opens it."""

from __future__ import annotations

from typing import Any

from finance.invoices.policy import pays
from finance.pay import commands, opening
from finance.pay.answers import LinkRenewed, PageOpened
from kit.http.address import caller_address
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()


@routes.post("/invoice/{id}/link/renew", may=staff, answers=LinkRenewed)
def renew_link(call: Call, id: int) -> dict[str, Any]:
    """Renew the payment link of an invoice: a new passcode and 90 more days."""
    return commands.renew(call.tx, id)


@routes.post("/invoice/{id}/link/open", may=pays, answers=PageOpened)
def open_page(call: Call, id: int) -> dict[str, Any]:
    """Open the payment page of an invoice that one pays, without its passcode. The cookie belongs to that page."""
    peer = call.request.client.host if call.request.client else ""
    row = commands.open_page(call.tx, id, caller_address(call.header("x-forwarded-for"), peer) or "unknown")
    call.set_cookie(opening.OPEN_COOKIE, opening.open_mark(row), **opening.cookie_options(row["uuid"]))
    return {"address": opening.path_of(row["uuid"])}
