"""The effect of the elements of an answer on our tables. Each is written in a transaction of its own, and bears to be
written twice: a command that holds the rows of two documents must never wait for one that holds the rows of fifty."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB, insert

from finance.books.model import NOW, sync_allocation, sync_contact, sync_document, sync_payment, sync_tenant
from finance.sync.documents import content_of
from finance.sync.steps import kind_of
from finance.sync.xero import texts
from kit.database import Tx, database
from kit.policy import as_service

ACTOR = as_service("finance")
_document = sync_document.c
_TRIES = 8
_AGAIN_SOON = ("exceeds the amount outstanding", "exceeds the remaining credit", "to allocate to must be")
"""Refusals that another document's change may still lift: a payment that is to be taken off first, say."""


def refusal(reasons: Sequence[str], status: int = 400) -> dict[str, Any]:
    """An element that was refused."""
    return {"HasErrors": True, "status": status, "ValidationErrors": [{"Message": text} for text in reasons]}


def write(chart: int, step: str, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    """One element of an answer."""
    with database().transaction(ACTOR) as tx:
        if element.get("HasErrors") and not _gone_already(step, element):
            failed(tx, subject["invoice"], subject["version"], "; ".join(texts(element)))
            return
        _tried(tx, subject["invoice"])
        _WRITERS[step](tx, chart, subject, element)


def _gone_already(step: str, element: Mapping[str, Any]) -> bool:
    text = "; ".join(texts(element))
    return (step == "unpay" and "already been deleted" in text) or (
        step in {"unpay", "unallocate"} and element.get("status") == 404
    )


def failed(tx: Tx, record: int, version: int, text: str) -> None:
    """A refusal: the document waits for somebody or for the change that lifts it, and is tried again ever later."""
    soon = any(reason in text for reason in _AGAIN_SOON)
    still = sa.and_(_document.invoice_id == record, _document.state.in_(["waiting", "failed"]))
    tries = tx.scalar(sa.select(_document.tries).where(still).with_for_update())
    if tries is None:
        return
    waits = soon and tries < _TRIES
    delay = dt.timedelta(seconds=0.5 * 2**tries) if waits else dt.timedelta(minutes=10 * 2 ** min(tries, 7))
    tx.execute(
        sa.update(sync_document).where(still).values(
            # what was changed meanwhile is tried at once
            state=sa.case((_document.wanted_version != version, "waiting"), else_="waiting" if waits else "failed"),
            next_try=sa.case((_document.wanted_version != version, NOW), else_=dt.datetime.now(dt.UTC) + delay),
            tries=tries + 1, last_try=NOW, error=text[:1000],
        )
    )  # fmt: skip


def _tried(tx: Tx, record: int) -> None:
    tx.execute(sa.update(sync_document).where(_document.invoice_id == record).values(last_try=NOW))


def touch(tx: Tx, record: int) -> None:
    """Let the pusher look at a document again."""
    tx.execute(sa.select(sa.func.sync_touch(record)))


def conflict(tx: Tx, record: int, text: str, ours: Any, theirs: Any) -> None:
    """Show a difference that a person has to decide."""
    values = {"state": "conflict", "error": text, "ours": ours, "theirs": theirs}
    tx.execute(sa.update(sync_document).where(_document.invoice_id == record).values(**values))


def _account(tx: Tx, chart: int, subject: Mapping[str, Any], _: Mapping[str, Any]) -> None:
    column = sync_tenant.c.accounts
    added = sa.type_coerce([subject["code"]], JSONB)
    tx.execute(
        sa.update(sync_tenant).where(sync_tenant.c.chart == chart, ~column.contains(added))
        .values(accounts=column.op("||")(added))
    )  # fmt: skip


def _tax(tx: Tx, chart: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    added = sa.type_coerce({str(subject["rate"]): element["TaxType"]}, JSONB)
    column = sync_tenant.c.tax_types
    tx.execute(sa.update(sync_tenant).where(sync_tenant.c.chart == chart).values(tax_types=column.op("||")(added)))


def _contact(tx: Tx, chart: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    values = {"external_id": element["ContactID"], "sent_digest": subject["digest"]}
    kept = insert(sync_contact).values(chart=chart, number=subject["number"], **values)
    tx.execute(kept.on_conflict_do_update(index_elements=["chart", "number"], set_=values))


def _saved(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    """A document was written over there, or found there under our number."""
    theirs = content_of(element)
    key = kind_of(subject["note"])[1]
    values = {"external_id": element[key], "known": theirs, "sent_digest": subject["digest"]}
    if element.get("adopted") and theirs != subject["content"]:
        text = "A document of this number is over there already, and it is another one"
        conflict(tx, subject["invoice"], text, subject["content"], theirs | {"id": element[key]})
        return
    tx.execute(sa.update(sync_document).where(_document.invoice_id == subject["invoice"]).values(**values))


def paid(tx: Tx, record: int, key: str, external: str, amount: int, date: Any, *, there: bool = False) -> None:
    """Remember a payment that is over there; once, whoever finds it first."""
    values = {
        "external_id": external, "invoice_id": record, "key": key, "amount": amount, "date": date, "made_there": there,
    }  # fmt: skip
    tx.execute(insert(sync_payment).values(**values).on_conflict_do_nothing())


def _paid(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    date = dt.date.fromisoformat(subject["date"])
    paid(tx, subject["invoice"], subject["key"], element["PaymentID"], subject["amount"], date)


def _unpaid(tx: Tx, _: int, subject: Mapping[str, Any], __: Mapping[str, Any]) -> None:
    tx.execute(sa.delete(sync_payment).where(sync_payment.c.external_id == subject["payment"]))


def _allocated(tx: Tx, _: int, subject: Mapping[str, Any], element: Mapping[str, Any]) -> None:
    values = {
        "external_id": element["AllocationID"], "note_id": subject["invoice"], "invoice_id": subject["parent"],
        "amount": subject["amount"],
    }  # fmt: skip
    tx.execute(insert(sync_allocation).values(**values).on_conflict_do_nothing())


def _unallocated(tx: Tx, _: int, subject: Mapping[str, Any], __: Mapping[str, Any]) -> None:
    tx.execute(sa.delete(sync_allocation).where(sync_allocation.c.external_id == subject["allocation"]))
    if subject["note"] != subject["invoice"]:  # its invoice wanted it off, and the note comes back to it
        touch(tx, subject["note"])


_WRITERS: dict[str, Callable[[Tx, int, Mapping[str, Any], Mapping[str, Any]], None]] = {
    "account": _account,
    "tax": _tax,
    "contact": _contact,
    "create": _saved,
    "update": _saved,
    "pay": _paid,
    "unpay": _unpaid,
    "allocate": _allocated,
    "unallocate": _unallocated,
}
