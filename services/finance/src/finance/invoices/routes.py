"""The invoices of an enquiry: the list call whose filters come in headers (`money.md 2`)."""

from __future__ import annotations

from finance.invoices.lists import INVOICES
from kit.http.core import Answer
from kit.http.fastapi import Call, Routes
from kit.lists import serve
from kit.policy import staff

routes = Routes()


@routes.get("/enquiry/{ewtId}/invoices", may=staff)
def enquiry_invoices(call: Call, ewtId: int) -> Answer:  # noqa: N803  the path's own name
    """The invoices of an enquiry with type, narrowed by the optional headers entityType and entityTypeId."""
    narrowed = {"ewtId": str(ewtId)}
    for name in ("entityType", "entityTypeId"):
        if call.header(name):
            narrowed[name] = call.header(name)
    return Answer(serve.page(call.db, INVOICES, call.actor, dict(call.request.query_params), narrowed))
