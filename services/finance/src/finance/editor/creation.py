"""Making invoices and credit notes, and taking them away (`money.md 3`, `5`, `7`)."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import enquiry, organisation
from finance.currencies import CURRENCY_OPTIONS
from finance.days import today
from finance.editor.payers import ADDRESS, payer
from finance.editor.workflow import INVOICE_STATES
from finance.events import INVOICE_CHANGED
from finance.invoices import actions, rules
from finance.invoices.attributes import INVOICE, YEARS, BillingYear
from finance.invoices.commands import locked, note, touched
from finance.invoices.model import invoice
from kit.database import Database, Tx
from kit.errors import Invalid, Unavailable
from kit.policy import Actor, staff
from kit.records import foreign
from kit.records.references import closed
from kit.values import Boolean, FieldType, Money, Reference, RichText, Select, Text
from kit.values.bodies import read
from kit.values.types import REQUIRED

_WITH_SUMS = "The amount of an invoice is the sum of its items: please leave it out, or send 0"
_NOBODY = (
    "It is not known who is invoiced for this enquiry. Please say there whom it is about, or begin from a student."
)
_NOT_HEARD_OF = "The enquiry is not known here yet. Please try again in a few seconds"


def _reference(required: bool = False) -> Reference:
    return Reference(source="", required=required)


def _types(credit: bool, parent: bool) -> dict[str, FieldType]:
    """The form: what is required depends on what is made. A credit note takes from its invoice what it is not told."""
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


FORM = _types(credit=False, parent=False)
"""The fields of `POST /invoice`."""


def create(tx: Tx, body: Mapping[str, Any]) -> dict[str, Any]:
    """`POST /invoice`: an invoice, or a credit note, as a draft. Answers `{id}`; raises Invalid with each bad field
    named, Forbidden and Conflict for a credit note that may not be."""
    parent = body.get("parentId") is not None
    credit = parent or body.get("isCreditNote") in (True, "true") or body.get("title") == rules.CREDIT
    given = read(_types(credit, parent), body)
    if given["amount"]:
        raise Invalid(_WITH_SUMS, fields={"amount": _WITH_SUMS}, title="Form errors")
    if credit:
        actions.check_credits(tx.actor)
    values = _credited(tx, given["parentId"]) if parent else _invoiced(tx, given)
    said = {name: given[name] for name in ADDRESS if given[name] is not None}
    year = rules.CREDIT_YEAR if credit else rules.NOT_SET
    made = {
        **values,
        **said,
        "title": rules.CREDIT if credit else given["title"],
        "is_credit_note": credit,
        "description": given["description"],
        "billing_year": given["billingYear"] or year,
        "passcode": f"{secrets.randbelow(1_000_000):06d}",
        "date": today(),
        "created_by_id": tx.actor.user_id,
        "created_by_name": tx.actor.name,
    }
    record = tx.insert(invoice, made)
    row = tx.one(sa.select(invoice).where(invoice.c.id == record))
    assert row is not None
    tx.publish(INVOICE_CHANGED, record, INVOICE.payload(row))
    return {"id": record}


def credit(tx: Tx, invoice_id: int) -> dict[str, Any]:
    """`POST /invoice/{id}/creditnote`: a credit note that takes all over from its invoice. Answers `{id}`."""
    number = tx.scalar(sa.select(invoice.c.number).where(invoice.c.id == invoice_id))
    return create(tx, {"parentId": invoice_id, "description": f"<p>Credit note for {number or 'a draft'}</p>"})


def check_enquiry(db: Database, actor: Actor, body: Mapping[str, Any]) -> None:
    """Raises Invalid where people knows no enquiry with type `ewtId`, Unavailable where that cannot be said now.

    The read copy is asked first. Asks another service: not inside a transaction.
    """
    if not staff(actor) or body.get("parentId") is not None:
        return
    direct = body.get("entityType") in (None, "enquiry")  # a tuple: the body may hold what has no hash
    for name in ("ewtId", "entityTypeId") if body.get("entityType") == "enquiry" else ("ewtId",):
        try:
            number = _reference().parse(body.get(name))
        except Invalid:
            continue  # the form says what is wrong with it
        if number is not None:
            _check_known(db, name, number, needed=direct)


def _check_known(db: Database, name: str, number: int, *, needed: bool) -> None:
    """`needed`: it says who is invoiced, so that it must be in the read copy."""
    with db.read() as connection:
        if connection.scalar(sa.select(sa.exists().where(enquiry.c.id == number))):
            return
    known = foreign.exists("people", "enquiryWithType", number)
    if known is False:
        text = f"There is no enquiry {number}. Please choose one from the list of enquiries"
        raise Invalid(text, fields={name: text}, title="Form errors")
    if known is None or needed:
        raise Unavailable(_NOT_HEARD_OF)


def _credited(tx: Tx, parent_id: int) -> dict[str, Any]:
    """Values that a credit note takes over: address, currency, who is invoiced and for what."""
    row = locked(tx, parent_id, editable=False)
    actions.check("creditNote", tx.actor, row)
    taken = (
        "organisation_id", "currency", "person_kind", "person_id", "name", "email", "nif", "student_id",
        "enquiry_with_type_id", "entity_type", "entity_type_id", *ADDRESS,
    )  # fmt: skip
    return {name: row[name] for name in taken} | {"parent_id": parent_id}


def _invoiced(tx: Tx, given: Mapping[str, Any]) -> dict[str, Any]:
    """The person who is invoiced, and the matter."""
    kind, number = given["entityType"], given["entityTypeId"]
    if kind is None and given["ewtId"] is not None:
        kind, number = "enquiry", given["ewtId"]
    missing = [name for name, value in (("entityType", kind), ("entityTypeId", number)) if value is None]
    if missing:
        raise Invalid(REQUIRED, fields=dict.fromkeys(missing, REQUIRED), title="Form errors")
    home = tx.one(sa.select(organisation).where(organisation.c.id == given["orgId"]))
    if home is None:
        text = "There is no such organisation"
        raise Invalid(text, fields={"orgId": text}, title="Form errors")
    if (refusal := closed(home, "organisation")) is not None:
        raise Invalid(refusal, fields={"orgId": refusal}, title="Form errors")
    who = payer(tx, kind, number)
    if who is None:
        text = _NOBODY if kind == "enquiry" else f"There is no such {kind}"
        raise Invalid(text, fields={"entityTypeId": text}, title="Form errors")
    ewt = number if kind == "enquiry" else given["ewtId"]
    return who | {
        "organisation_id": home["id"],
        "currency": given["currency"] or "GBP",
        "entity_type": kind,
        "entity_type_id": number,
        "enquiry_with_type_id": ewt,
    }


def delete(tx: Tx, record: int) -> dict[str, Any]:
    """`DELETE /invoice/{id}`: a draft that never had a number goes; one that has a number is cancelled instead, so that
    the series has no gap. Answers `{id, deleted, status}`; raises Conflict with the texts of `money.md 8`."""
    row = locked(tx, record, editable=False)
    actions.check("delete", tx.actor, row)
    if row["number"] is not None:
        done = INVOICE_STATES.run(tx, record, "cancel" if row["status"] != "draft" else "cancelAnyway")
        return {"id": record, "deleted": False, "status": done["status"]}
    tx.execute(sa.delete(invoice).where(invoice.c.id == record))
    note(tx, record, "*", {"title": row["title"], "total": row["total"], "name": row["name"]}, None)
    tx.publish(INVOICE_CHANGED, record, {**INVOICE.payload(row), "deleted": True})
    if row["parent_id"] is not None:
        touched(tx, row["parent_id"])
    return {"id": record, "deleted": True, "status": row["status"]}
