"""Calls for the samples on offer (`money.md 7`); `orgId` leaves out those of other organisations."""

from __future__ import annotations

from typing import Any, Literal

from finance.samples import queries
from finance.samples.answers import LineSample, TextSample
from kit.http.fastapi import Call, Id, Routes
from kit.policy import staff

routes = Routes()


@routes.get("/invoice/item/samples", may=staff, answers=list[LineSample])
def item_samples(call: Call, orgId: Id | None = None) -> list[dict[str, Any]]:
    """Return samples of lines."""
    return call.read(queries.items, orgId)


@routes.get("/invoice/footerHeader/{place}/samples", may=staff, answers=list[TextSample])
def text_samples(
    call: Call,
    place: Literal["header", "footer"],
    orgId: Id | None = None,
) -> list[dict[str, Any]]:
    """Return samples of header or footer items."""
    return call.read(queries.texts, place, orgId)


@routes.get("/invoice/footer/samples", may=staff, answers=list[TextSample])
def footer_samples(call: Call, orgId: Id | None = None) -> list[dict[str, Any]]:
    """Return samples of footer items, with the older call."""
    return call.read(queries.texts, "footer", orgId)
