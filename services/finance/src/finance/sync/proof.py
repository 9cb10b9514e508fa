"""The proof, nightly and on demand: every document equal on both sides to the penny, none missing or duplicated."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from finance.books.model import NOW, sync_document, sync_proof
from finance.sync.connecting import connected_tenants
from finance.sync.documents import LocalDocument, content_of, load
from finance.sync.incoming import read_again
from finance.sync.steps import key_of, resource_of
from finance.sync.xero import Bucket, Limited, Rejected, Unreachable, Xero, pence
from kit.database import database
from kit.database.reading import all_rows
from kit.errors import Invalid, Unavailable
from kit.jobs import Job, Schedule

_document = sync_document.c
_PAGE, _CHUNK, _SHOWN, _AT_ONCE = 1000, 500, 200, 50
Books = dict[str, dict[str, Any]]


def read_books(xero: Xero, note: bool) -> Books:
    """Return summaries of all their documents by id."""
    kind, key, _ = resource_of(note)
    books: Books = {}
    page = 1
    while True:
        rows = xero.call("GET", f"/{kind}?page={page}&pageSize={_PAGE}")[kind]
        books.update((row[key], summarize(row, note)) for row in rows)
        if len(rows) < _PAGE:
            return books
        page += 1


def summarize(theirs: Mapping[str, Any], note: bool) -> dict[str, Any]:
    """Return state, number, figures and our payment keys of one of their documents."""
    content = content_of(theirs)
    return {
        "state": content["state"],
        "number": theirs[resource_of(note)[2]],
        "total": pence(theirs["Total"]),
        "paid": pence(theirs["AmountPaid"]),
        "credited": pence(theirs["AmountCredited"]),
        "payments": [key_of(payment.get("Reference") or "") for payment in theirs["Payments"]],
    }


def expected_figures(ours: LocalDocument) -> dict[str, Any]:
    """Return state and figures that one of our documents should have in Xero. A draft has none there: one that was set
    back to draft and still exists in Xero is a difference."""
    if ours.void or ours.invoice is None or ours.invoice["status"] == "draft":
        return {"state": "void" if ours.void else "draft", "total": 0, "paid": 0, "credited": 0}
    written_off = ours.invoice["written_off"]
    credited = ours.credit if ours.note else sum(row["amount"] for row in ours.allocations)
    # a refund of a credit note's credit is booked on its invoice here, and on the note in Xero
    elsewhere = sum(row["amount"] for row in ours.payments if row["credit_note_id"] is not None)
    paid = ours.invoice["paid"] - elsewhere + sum(row["amount"] for row in ours.refunds)
    return {
        "state": "live",
        "total": ours.sign * (ours.invoice["total"] + written_off),
        "paid": ours.sign * paid + written_off,
        "credited": credited,
    }


def difference(ours: Mapping[str, Any], theirs: Mapping[str, Any] | None) -> int:
    """Return the pence by which two documents differ, summed over all figures."""
    figures = theirs if theirs and theirs["state"] == "live" else {"total": 0, "paid": 0, "credited": 0}
    return sum(abs(ours[name] - figures[name]) for name in ("total", "paid", "credited"))


def local_documents(chart: int) -> Iterator[list[LocalDocument]]:
    """Yield all our documents, in chunks of some hundreds."""
    last = 0
    while True:
        with database().read() as connection:
            after = sa.select(sync_document).where(_document.chart == chart, _document.invoice_id > last)
            rows = all_rows(connection, after.order_by(_document.invoice_id).limit(_CHUNK))
            chunk = load(connection, rows, {})
        if not rows:
            return
        last = rows[-1]["invoice_id"]
        yield chunk


def compare(xero: Xero) -> dict[str, Any]:
    """Compare both sides of one tenant. Differing documents are checked again, since they may have changed during the
    reading; documents waiting to be sent are only counted."""
    books = {note: read_books(xero, note) for note in (False, True)}
    report: dict[str, Any] = {"documents": 0, "waiting": 0, "difference": 0, "missing": 0, "rows": []}
    doubtful: list[int] = []
    for chunk in local_documents(xero.chart):
        for ours in chunk:
            report["documents"] += 1
            if ours.row["state"] == "waiting":
                report["waiting"] += 1
            elif _differs(ours, books[ours.note].get(ours.row["external_id"] or "")):
                doubtful.append(ours.id)
    for start in range(0, len(doubtful), _AT_ONCE):
        _recheck(xero, doubtful[start : start + _AT_ONCE], report)
    duplicates = _duplicates(books)
    return report | {"duplicates": len(duplicates), "rows": report["rows"] + duplicates}


def _differs(ours: LocalDocument, theirs: Mapping[str, Any] | None) -> bool:
    figures = expected_figures(ours)
    gone = theirs is None or theirs["state"] in {"void", "draft"}
    return difference(figures, theirs) != 0 or (figures["state"] == "live") == gone


def _recheck(xero: Xero, ids: list[int], report: dict[str, Any]) -> None:
    with database().read() as connection:
        rows = all_rows(connection, sa.select(sync_document).where(_document.invoice_id.in_(ids)))
        documents = load(connection, rows, {})
    fresh: Books = {}
    for note, theirs_now in read_again(xero, documents):
        fresh.update((row[resource_of(note)[1]], summarize(row, note)) for row in theirs_now)
    for ours in documents:
        theirs = fresh.get(ours.row["external_id"] or "")
        if ours.row["state"] == "waiting":
            report["waiting"] += 1
        elif _differs(ours, theirs):
            figures = expected_figures(ours)
            pennies = difference(figures, theirs)
            report["difference"] += pennies
            report["missing"] += theirs is None and figures["state"] == "live"
            what = "missing" if theirs is None else "draft" if figures["state"] == "draft" else "different"
            report["rows"].append(
                {
                    "invoiceId": ours.id,
                    "number": ours.row["number"],
                    "what": what,
                    "difference": pennies,
                    "ours": figures,
                    "theirs": theirs,
                }
            )


def _duplicates(books: Mapping[bool, Books]) -> list[dict[str, Any]]:
    """Return rows of our numbers and payments that Xero has twice."""
    rows: list[dict[str, Any]] = []
    for live in books.values():
        numbers = Counter(one["number"].casefold() for one in live.values() if one["state"] != "void")
        rows += [{"what": "duplicate", "number": number} for number in _repeated(numbers)]
        keys = Counter(key for one in live.values() for key in one["payments"] if key)
        rows += [{"what": "duplicate", "payment": key} for key in _repeated(keys)]
    return rows


def _repeated(counted: Counter[str]) -> Iterable[str]:
    return (name for name, count in counted.items() if count > 1)


def prove() -> dict[str, Any]:
    """Compare every connected tenant and store the result. Raises Invalid; on Unavailable the job retries."""
    tenants = connected_tenants()
    proof = database().scalar(sa.insert(sync_proof).values().returning(sync_proof.c.id))
    if not tenants:
        raise Invalid("The accounting system is not connected")
    total: dict[str, Any] = {"documents": 0, "waiting": 0, "difference": 0, "missing": 0, "duplicates": 0, "rows": []}
    for chart, tenant_id in tenants.items():
        xero = Xero(chart, tenant_id, Bucket(10**9))
        try:
            report = compare(xero)
        except Limited as limited:
            raise Unavailable(f"The accounting system takes no calls for {limited.seconds:.0f} seconds") from limited
        except (Unreachable, Rejected) as error:
            raise Unavailable("The accounting system cannot be reached") from error
        finally:
            xero.close()
        total = {name: total[name] + report[name] for name in total}
    total["rows"] = total["rows"][:_SHOWN]
    database().execute(sa.update(sync_proof).where(sync_proof.c.id == proof).values(finished=NOW, **total))
    return {name: value for name, value in total.items() if name != "rows"} | {"id": proof}


PROVE = Job("proveAccounting", lambda _: prove())
EVERY_NIGHT = Schedule(
    "nightlyProof", "FREQ=DAILY;BYHOUR=2", PROVE, late=dt.timedelta(hours=4), title="Prove the books"
)
