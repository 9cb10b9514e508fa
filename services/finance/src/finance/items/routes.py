"""Calls for the order of lines and texts, the form of a line, and the older calls for footers (`money.md 7`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from finance.invoices.model import invoice_item
from finance.items import commands, queries
from finance.items.answers import FooterDeleted, Ordered
from finance.items.fields import ITEM
from finance.items.texts import TEXT, siblings
from kit.http.fastapi import Body, Call, Id, Routes
from kit.http.form_shapes import Form
from kit.http.shapes import Created
from kit.policy import staff
from kit.records import crud

routes = Routes()


class OrderBody(Body):
    """Every line there is, in the order wanted."""

    ids: Annotated[list[Id], Field(max_length=1000)]


class FooterBody(Body):
    """A footer as the older call takes it."""

    description: str = ""
    tag: str | None = None
    displayOrder: int | None = None


@routes.get("/invoice/{id}/item/fields", may=staff, answers=Form)
def item_fields(call: Call, id: int) -> dict[str, Any]:
    """Form fields of a line of this invoice: the accounts and the words of its organisation."""
    return call.read(queries.form, id)


@routes.post("/invoice/{id}/items/order", may=staff, answers=Ordered)
def order_items(call: Call, id: int, body: OrderBody) -> dict[str, Any]:
    """Put the lines into an order, all at once."""
    return commands.reorder(call.tx, ITEM, id, invoice_item.c.invoice_id == id, body.ids)


@routes.post("/invoice/{id}/footerHeader/{place}/order", may=staff, answers=Ordered)
def order_texts(call: Call, id: int, place: Literal["header", "footer"], body: OrderBody) -> dict[str, Any]:
    """Put the header or footer items into an order, all at once."""
    return commands.reorder(call.tx, TEXT, id, siblings(id, place), body.ids)


@routes.post("/invoice/{id}/footer", may=staff, status=201, answers=Created)
def add_footer(call: Call, id: int, body: FooterBody) -> dict[str, Any]:
    """The older way to add a footer item."""
    return {"id": crud.create(call.tx, TEXT, body.model_dump(exclude_unset=True) | {"place": "footer"}, id)}


@routes.delete("/invoice/footer/{id}", may=staff, answers=FooterDeleted)
def delete_footer(call: Call, id: int) -> dict[str, Any]:
    """The older way to delete a header or footer item."""
    return {"id": id, "deleted": crud.remove(call.tx, TEXT, id)}
