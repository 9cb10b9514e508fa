"""Writes of the elements of an answer to our tables. Each is idempotent and has its own transaction: a command that
locks two documents must never wait for a transaction that locks fifty."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, insert

from finance.books.model import NOW, sync_allocation, sync_contact, sync_document, sync_payment, sync_tenant
from finance.sync import money
from finance.sync.documents import content_of
from finance.sync.steps import resource_of
from finance.sync.xero import error_texts
from kit.database import Tx, database, upsert
from kit.policy import as_service

ACTOR = as_service("finance")
_document = sync_document.c
_MAX_QUICK_RETRIES = 8
_RECONCILED = "reconciled"
"""The refusal to delete a payment that is matched with a bank statement."""
_RETRY_SOON = ("exceeds the amount outstanding", "exceeds the remaining credit", "to allocate to must be")
"""Refusals that a change of another document may resolve, for example a payment that must be removed first."""


def refusal(reasons: Sequence[str], status: int = 400) -> dict[str, Any]:
    """Build a refused element."""
    return {"HasErrors": True, "status": status, "ValidationErrors": [{"Message": text} for text in reasons]}


def write(chart: int, step: str, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    """Write one element of an answer: its effect, or its failure."""
    with database().transaction(ACTOR) as tx:
        if step == "unpay" and _RECONCILED in "; ".join(error_texts(element)):
            money.restore_payment(tx, subject["payment"])
            return
        if element.get("HasErrors") and not _already_gone(step, element):
            record_failure(tx, subject["invoice"], subject["version"], "; ".join(error_texts(element)))
            return
        update(tx, subject["invoice"], last_try=NOW)
        _WRITERS[step](tx, chart, subject, element)


def _already_gone(step: str, element: Mapping[str, Any]) -> bool:
    text = "; ".join(error_texts(element))
    return (step == "unpay" and "already been deleted" in text) or (
        step in {"unpay", "unallocate"} and element.get("status") == 404
    )


def record_failure(tx: Tx, record: int, version: int, text: str) -> None:
    """Record a refusal and schedule a retry with exponential backoff: soon if another document may resolve it,
    otherwise from ten minutes on."""
    soon = any(reason in text for reason in _RETRY_SOON)
    condition = sa.and_(_document.invoice_id == record, _document.state.in_(["waiting", "failed"]))
    tries = tx.scalar(sa.select(_document.tries).where(condition).with_for_update())
    if tries is None:
        return
    quick = soon and tries < _MAX_QUICK_RETRIES
    delay = dt.timedelta(seconds=0.5 * 2**tries) if quick else dt.timedelta(minutes=10 * 2 ** min(tries, 7))
    tx.execute(
        sa.update(sync_document)
        .where(condition)
        .values(
            # a document changed in the meantime is retried at once
            state=sa.case((_document.wanted_version != version, "waiting"), else_="waiting" if quick else "failed"),
            next_try=sa.case((_document.wanted_version != version, NOW), else_=dt.datetime.now(dt.UTC) + delay),
            tries=tries + 1,
            last_try=NOW,
            error=text[:1000],
        )
    )


def update(tx: Tx, record: int, **values: Any) -> None:
    """Write columns of a document."""
    tx.execute(sa.update(sync_document).where(_document.invoice_id == record).values(**values))


def touch(tx: Tx, record: int) -> None:
    """Queue a document for the pusher."""
    tx.execute(sa.select(sa.func.sync_touch(record)))


def record_conflict(tx: Tx, record: int, text: str, ours: Any, theirs: Any) -> None:
    """Record a conflict, for a person to resolve."""
    update(tx, record, state="conflict", error=text, ours=ours, theirs=theirs)


def _write_account(tx: Tx, chart: int, subject: Mapping[str, Any], _: Mapping[str, Any]) -> None:
    column = sync_tenant.c.accounts
    added = sa.type_coerce([subject["code"]], JSONB)
    tx.execute(
        sa.update(sync_tenant)
        .where(sync_tenant.c.chart == chart, ~column.contains(added))
        .values(accounts=column.op("||")(added))
    )


def _write_tax(tx: Tx, chart: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    added = sa.type_coerce({str(subject["rate"]): element["TaxType"]}, JSONB)
    column = sync_tenant.c.tax_types
    tx.execute(sa.update(sync_tenant).where(sync_tenant.c.chart == chart).values(tax_types=column.op("||")(added)))


def _write_contact(tx: Tx, chart: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    values = {"external_id": element["ContactID"], "sent_digest": subject["digest"]}
    tx.execute(upsert(sync_contact, {"chart": chart, "number": subject["number"]}, values))


def _write_document(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    """Record a document that was written in Xero, or found there under our number."""
    theirs = content_of(element)
    key = resource_of(subject["note"])[1]
    if element.get("adopted") and theirs != subject["content"]:
        text = "Another document with this number already exists in the accounting system"
        record_conflict(tx, subject["invoice"], text, subject["content"], theirs | {"id": element[key]})
        return
    update(tx, subject["invoice"], external_id=element[key], known=theirs, sent_digest=subject["digest"])


def record_payment(
    tx: Tx, record: int, key: str, external: str, amount: int, date: Any, *, there: bool = False
) -> None:
    """Record a payment that is in Xero. Idempotent."""
    values = {
        "external_id": external,
        "invoice_id": record,
        "key": key,
        "amount": amount,
        "date": date,
        "made_there": there,
    }
    tx.execute(insert(sync_payment).values(**values).on_conflict_do_nothing())


def _write_payment(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    date = dt.date.fromisoformat(subject["date"])
    record_payment(tx, subject["invoice"], subject["key"], element["PaymentID"], subject["amount"], date)


def _delete_payment(tx: Tx, _: int, subject: Mapping[str, Any], __: Mapping[str, Any]) -> None:
    tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == subject["payment"]))


def _write_allocation(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    values = {
        "external_id": element["AllocationID"],
        "note_id": subject["invoice"],
        "invoice_id": subject["parent"],
        "amount": subject["amount"],
    }
    tx.execute(insert(sync_allocation).values(**values).on_conflict_do_nothing())


def _delete_allocation(tx: Tx, _: int, subject: Mapping[str, Any], __: Mapping[str, Any]) -> None:
    tx.execute(sa.delete(sync_allocation).where(sync_allocation.c.external_id == subject["allocation"]))
    if subject["note"] != subject["invoice"]:  # its invoice required the removal; the note is allocated again later
        touch(tx, subject["note"])


_WRITERS: dict[str, Callable[[Tx, int, Mapping[str, Any], Mapping[str, Any]], None]] = {
    "account": _write_account,
    "tax": _write_tax,
    "contact": _write_contact,
    "create": _write_document,
    "update": _write_document,
    "pay": _write_payment,
    "unpay": _delete_payment,
    "allocate": _write_allocation,
    "unallocate": _delete_allocation,
}
