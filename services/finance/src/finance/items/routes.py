"""Calls for the form of a line, and the older calls for footers (`money.md 7`)."""

from __future__ import annotations

from typing import Any

from finance.items import queries
from finance.items.answers import FooterDeleted
from finance.items.texts import TEXT_FIELDS
from kit.http.fastapi import Body, Call, Routes
from kit.http.shapes import Created, Form
from kit.policy import staff
from kit.records import crud

routes = Routes()


class FooterBody(Body):
    """A footer as the older call accepts it."""

    description: str = ""
    tag: str | None = None
    displayOrder: int | None = None


@routes.get("/invoice/{id}/item/fields", may=staff, answers=Form)
def item_fields(call: Call, id: int) -> dict[str, Any]:
    """Return the form fields of a line of this invoice: the accounts and terms of its organisation."""
    return call.read(queries.form, id)


@routes.post("/invoice/{id}/footer", may=staff, status=201, answers=Created)
def add_footer(call: Call, id: int, body: FooterBody) -> dict[str, Any]:
    """Add a footer item, with the older call."""
    return {"id": crud.create(call.tx, TEXT_FIELDS, body.model_dump(exclude_unset=True) | {"place": "footer"}, id)}


@routes.delete("/invoice/footer/{id}", may=staff, answers=FooterDeleted)
def delete_footer(call: Call, id: int) -> dict[str, Any]:
    """Delete a header or footer item, with the older call."""
    return {"id": id, "deleted": crud.remove(call.tx, TEXT_FIELDS, id)}
