"""Calls for the samples on offer (`money.md 7`); `orgId` leaves out those of other organisations."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query

from finance.samples import queries
from finance.samples.answers import LineSample, TextSample
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()

_Organisation = Annotated[int | None, Query(ge=1, le=9_007_199_254_740_991)]


@routes.get("/invoice/item/samples", may=staff, answers=list[LineSample])
def item_samples(call: Call, orgId: _Organisation = None) -> list[dict[str, Any]]:  # noqa: N803  the wire's own name
    """Samples of lines."""
    with call.db.read() as connection:
        return queries.items(connection, orgId)


@routes.get("/invoice/footerHeader/{place}/samples", may=staff, answers=list[TextSample])
def text_samples(
    call: Call,
    place: Literal["header", "footer"],
    orgId: _Organisation = None,  # noqa: N803
) -> list[dict[str, Any]]:
    """Samples of header or footer items."""
    with call.db.read() as connection:
        return queries.texts(connection, place, orgId)


@routes.get("/invoice/footer/samples", may=staff, answers=list[TextSample])
def footer_samples(call: Call, orgId: _Organisation = None) -> list[dict[str, Any]]:  # noqa: N803
    """The older call for samples of footer items."""
    with call.db.read() as connection:
        return queries.texts(connection, "footer", orgId)
