"""Creating and deleting invoices and credit notes (`money.md 3`, `5`, `7`)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import sqlalchemy as sa

from finance.copies.model import enquiry, organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.editor.crediting import copy_lines
from finance.editor.payers import payer
from finance.editor.workflow import INVOICE_STATES
from finance.events import INVOICE_CHANGED
from finance.invoices import actions, rules
from finance.invoices.attributes import INVOICE, YEARS, BillingYear
from finance.invoices.commands import RECORDS, lock_invoice, note, touch_credited
from finance.invoices.model import invoice
from finance.invoices.payer import ADDRESS
from finance.invoices.policy import issues_credits
from kit.changes.writing import announce
from kit.database import Database, Tx
from kit.errors import Forbidden, Invalid, Unavailable
from kit.policy import Actor, staff
from kit.records import foreign
from kit.records.references import closed_refusal
from kit.values import Boolean, FieldType, Money, Reference, RichText, Select, Text
from kit.values.bodies import read
from kit.values.days import today
from kit.values.types import REQUIRED

_WITH_SUMS = "The amount of an invoice is the sum of its items: please leave it out, or send 0"
_NO_PAYER = (
    "It is not known who is invoiced for this enquiry. Please say there whom it is about, or begin from a student."
)
_UNKNOWN_ENQUIRY = "The enquiry is not known here yet. Please try again in a few seconds"


def _reference(required: bool = False) -> Reference:
    return Reference(source="", required=required)


def _form_types(credit: bool, parent: bool) -> dict[str, FieldType]:
    """Return the fields of the form. A credit note needs fewer, since it copies the others from its invoice
    (`parent`)."""
    return {
        "title": Select(choices=rules.TITLE_OPTIONS, required=not credit),
        "description": RichText(required=True),
        "billingYear": BillingYear(choices=YEARS, required=not credit),
        "currency": Select(choices=CURRENCY_OPTIONS),
        "isCreditNote": Boolean(),
        "orgId": _reference(required=not parent),
        "amount": Money(),
        "ewtId": _reference(),
        "entityType": Select(choices=rules.ENTITY_OPTIONS),
        "entityTypeId": _reference(),
        "parentId": _reference(),
        **{name: Text(max_length=20 if name == "postcode" else 255, blank=None) for name in ADDRESS},
    }


FORM = _form_types(credit=False, parent=False)
"""The fields of `POST /invoice`."""


def create(tx: Tx, body: Mapping[str, Any]) -> dict[str, Any]:
    """Handle `POST /invoice`: create an invoice or credit note as a draft. Returns `{id}`. Raises Invalid, which names
    each bad field; Forbidden or Conflict for a credit note that is not allowed."""
    parent = body.get("parentId") is not None
    credit = parent or body.get("isCreditNote") in (True, "true") or body.get("title") == rules.CREDIT
    form = read(_form_types(credit, parent), body)
    if form["amount"]:
        raise Invalid(_WITH_SUMS, field="amount", title="Form errors")
    if credit and not issues_credits(tx.actor):
        raise Forbidden()
    values = _values_from_parent(tx, form["parentId"]) if parent else _values_from_form(tx, form)
    address = {name: form[name] for name in ADDRESS if form[name] is not None}
    columns = {
        "billing_year": rules.CREDIT_YEAR if credit else rules.NOT_SET,
        **values,
        **address,
        "title": rules.CREDIT if credit else form["title"],
        "is_credit_note": credit,
        "description": form["description"],
        **({"billing_year": form["billingYear"]} if form["billingYear"] else {}),
        "address_typed": any(values.get(name, "") != line for name, line in address.items()),
        "passcode": f"{secrets.randbelow(1_000_000):06d}",
        "date": today(),
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    record = tx.insert(invoice, columns)
    announce(tx, RECORDS, record)
    return {"id": record}


def credit(
    tx: Tx, invoice_id: int, lines: Literal["all"] | Sequence[int] = (), amounts: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Handle `POST /invoice/{id}/creditnote {lines?, amounts?}`: create a credit note with the values of its invoice
    and its `lines` as credits. Returns `{id}`."""
    columns = sa.select(invoice.c.number, invoice.c.currency).where(invoice.c.id == invoice_id)
    row = tx.one(columns) or {"number": None, "currency": ""}
    number = row["number"] or "a draft"
    note = create(tx, {"parentId": invoice_id, "description": f"<p>Credit note for {number}</p>"})
    copy_lines(tx, invoice_id, note["id"], lines, amounts or {}, row["currency"])
    return note


def check_enquiry(db: Database, actor: Actor, body: Mapping[str, Any]) -> None:
    """Raise Invalid if the people service has no enquiry with type `ewtId`, Unavailable if it does not respond.

    Reads the read copy first, then calls the people service: do not call inside a transaction.
    """
    if not staff(actor) or body.get("parentId") is not None:
        return
    needed = body.get("entityType") in (None, "enquiry")  # a tuple: the body may hold unhashable values
    for name in ("ewtId", "entityTypeId") if body.get("entityType") == "enquiry" else ("ewtId",):
        try:
            enquiry_id = _reference().parse(body.get(name))
        except Invalid:
            continue  # the form raises the refusal when it is read
        if enquiry_id is not None:
            _check_enquiry_id(db, name, enquiry_id, needed=needed)


def _check_enquiry_id(db: Database, name: str, enquiry_id: int, *, needed: bool) -> None:
    """Raise Invalid unless the enquiry exists. `needed`: it names the payer, so the read copy must have it."""
    if db.scalar(sa.select(sa.exists().where(enquiry.c.id == enquiry_id))):
        return
    known = foreign.exists("people", "enquiryWithType", enquiry_id)
    if known is False:
        text = f"There is no enquiry {enquiry_id}. Please choose one from the list of enquiries"
        raise Invalid(text, field=name, title="Form errors")
    if known is None or needed:
        raise Unavailable(_UNKNOWN_ENQUIRY)


def _values_from_parent(tx: Tx, parent_id: int) -> dict[str, Any]:
    """Return the columns that a credit note copies from its invoice: payer, address, currency, billing year and
    subject. It keeps the payer as on the invoice, even if their record has changed."""
    row = lock_invoice(tx, parent_id, editable=False)
    actions.check("creditNote", tx.actor, row)
    names = (
        "organisation_id",
        "currency",
        "person_kind",
        "person_id",
        "name",
        "email",
        "nif",
        "student_id",
        "enquiry_with_type_id",
        "entity_type",
        "entity_type_id",
        "billing_year",
        *ADDRESS,
    )
    return {name: row[name] for name in names} | {"parent_id": parent_id, "payer_reason": "ofInvoice"}


def _values_from_form(tx: Tx, form: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of payer, organisation, currency and subject from the form. Raises Invalid."""
    entity_type, entity_id = form["entityType"], form["entityTypeId"]
    if entity_type is None and form["ewtId"] is not None:
        entity_type, entity_id = "enquiry", form["ewtId"]
    missing = [name for name, value in (("entityType", entity_type), ("entityTypeId", entity_id)) if value is None]
    if missing:
        raise Invalid(REQUIRED, fields=dict.fromkeys(missing, REQUIRED), title="Form errors")
    # Lock the copy until the invoice is written, so that a concurrent deletion waits.
    statement = sa.select(organisation).where(organisation.c.id == form["orgId"]).with_for_update(read=True)
    organisation_row = tx.one(statement)
    if organisation_row is None:
        raise Invalid("There is no such organisation", field="orgId", title="Form errors")
    if (refusal := closed_refusal(organisation_row, "organisation")) is not None:
        raise Invalid(refusal, field="orgId", title="Form errors")
    payer_columns = payer(tx, entity_type, entity_id)
    if payer_columns is None:
        text = _NO_PAYER if entity_type == "enquiry" else f"There is no such {entity_type}"
        raise Invalid(text, field="entityTypeId", title="Form errors")
    return payer_columns | {
        "organisation_id": organisation_row["id"],
        "currency": form["currency"] or "GBP",
        "entity_type": entity_type,
        "entity_type_id": entity_id,
        "enquiry_with_type_id": entity_id if entity_type == "enquiry" else form["ewtId"],
    }


def delete(tx: Tx, record: int) -> dict[str, Any]:
    """Handle `DELETE /invoice/{id}`: delete a draft that never had a number; cancel a numbered invoice, so that the
    series has no gap. Returns `{id, deleted, status}`. Raises Conflict with the texts of `money.md 8`."""
    row = lock_invoice(tx, record, editable=False)
    actions.check("delete", tx.actor, row)
    if row["number"] is not None:
        result = INVOICE_STATES.run(tx, record, "cancel" if row["status"] != "draft" else "cancelAnyway")
        return {"id": record, "deleted": False, "status": result["status"]}
    tx.execute(sa.delete(invoice).where(invoice.c.id == record))
    note(tx, record, "*", {"title": row["title"], "total": row["total"], "name": row["name"]}, None)
    tx.publish(INVOICE_CHANGED, record, {**INVOICE.payload(row), "deleted": True})
    touch_credited(tx, row)
    return {"id": record, "deleted": True, "status": row["status"]}
