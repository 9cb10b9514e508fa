"""The draft of the fee that was agreed at the conversion of a lead."""

from __future__ import annotations

import html
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.conversions.model import lead_draft
from finance.editor import creation
from finance.invoices import rules
from finance.invoices.commands import lock_invoice
from finance.invoices.model import invoice
from finance.items.fields import ITEM_FIELDS
from finance.samples.model import invoice_sample
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from kit.records import crud
from kit.values.shown import money
from staffroom.people.events.v1.events_pb2 import LeadConverted

_TITLE = "Invoice"
_s = invoice_sample.c


def on_lead_converted(tx: Tx, news: Envelope) -> None:
    """Draft the fee of a lead, once. People publishes the records first, so their copies exist. Raises Invalid if the
    draft is refused, for example for an archived organisation: the event then becomes a dead letter."""
    payload = news.payload
    if not payload["fee"]:
        return
    added = insert(lead_draft).values(lead_id=payload["id"]).on_conflict_do_nothing().returning(lead_draft.c.lead_id)
    if tx.scalar(added) is None:
        return
    record = _draft(tx, payload)
    tx.execute(sa.update(lead_draft).where(lead_draft.c.lead_id == payload["id"]).values(invoice_id=record))


def _draft(tx: Tx, payload: dict[str, Any]) -> int:
    purpose = html.escape(payload["purpose"] or "Tuition")
    sample = _sample(tx, payload["type"], payload["organisationId"])
    fee = money(payload["fee"], "GBP")
    agreed = "" if sample else f"<p>Agreed when the lead was converted: {fee} without VAT. Please add the line.</p>"
    body = {
        "title": _TITLE,
        "description": f"<p>{purpose}</p>{agreed}",
        "orgId": payload["organisationId"],
        "ewtId": payload["enquiryWithTypeId"],
        "billingYear": rules.offered_billing_years()[-1].value,
    }
    record = int(creation.create(tx, body)["id"])
    by = {"created_by_id": payload["userId"], "created_by_name": payload["userName"]}
    lock_invoice(tx, record)
    tx.execute(sa.update(invoice).where(invoice.c.id == record).values(by))
    if sample is not None:
        line = {
            "metaType": sample["meta_type"],
            "type": sample["type"],
            "accountId": sample["account_id"],
            "subAccountId": sample["sub_account_id"],
            "amount": payload["fee"],
            "discountType": "none",
            "description": f"<p>{purpose}</p>",
        }
        crud.create(tx, ITEM_FIELDS, line, owner=record)
    return record


def _sample(tx: Tx, kind: str, organisation_id: int) -> dict[str, Any] | None:
    """Return the first sample of a line of this type with an account, preferring one of the organisation."""
    fits = (
        _s.kind == "item",
        _s.meta_type == "standalone",
        _s.type == kind,
        ~_s.archived,
        _s.account_id.is_not(None),
        sa.or_(_s.organisation_id == organisation_id, _s.organisation_id.is_(None)),
    )
    return tx.one(sa.select(invoice_sample).where(*fits).order_by(_s.organisation_id.nulls_last(), _s.id).limit(1))


SUBSCRIPTIONS = (Subscription(Event.of(LeadConverted), on_lead_converted),)
