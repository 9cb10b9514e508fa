"""The proof: every document on both sides, to the penny, none missing, none twice. Nightly, and by a button."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from finance.books.model import NOW, sync_document, sync_proof, sync_tenant
from finance.sync.documents import Ours, content_of, load
from finance.sync.steps import key_of, kind_of
from finance.sync.xero import Away, Bucket, Limited, Rejected, Xero, pence
from kit.database import database
from kit.errors import Invalid, Unavailable
from kit.jobs import Job, JobContext

_document = sync_document.c
_PAGE, _CHUNK, _SHOWN, _AT_ONCE = 1000, 500, 200, 50
Books = dict[str, dict[str, Any]]


def read_books(xero: Xero, note: bool) -> Books:
    """All their documents by id, as short as a comparison needs."""
    kind, key, _ = kind_of(note)
    found: Books = {}
    page = 1
    while True:
        rows = xero.call("GET", f"/{kind}?page={page}&pageSize={_PAGE}")[kind]
        found.update((row[key], short(row, note)) for row in rows)
        if len(rows) < _PAGE:
            return found
        page += 1


def short(theirs: Mapping[str, Any], note: bool) -> dict[str, Any]:
    """State, number and figures of one of their documents."""
    content = content_of(theirs)
    return {
        "state": content["state"], "number": theirs[kind_of(note)[2]], "total": pence(theirs["Total"]),
        "paid": pence(theirs["AmountPaid"]), "credited": pence(theirs["AmountCredited"]),
        "payments": [key_of(one.get("Reference") or "") for one in theirs["Payments"]],
    }  # fmt: skip


def expected(ours: Ours) -> dict[str, Any]:
    """The figures a document of ours should have over there."""
    if ours.void:
        return {"state": "void", "total": 0, "paid": 0, "credited": 0}
    assert ours.invoice is not None
    off = ours.invoice["written_off"]
    credited = ours.credit if ours.note else sum(row["amount"] for row in ours.allocations)
    return {
        "state": "live", "total": ours.sign * (ours.invoice["total"] + off),
        "paid": ours.sign * ours.invoice["paid"] + off, "credited": credited,
    }  # fmt: skip


def difference(mine: Mapping[str, Any], theirs: Mapping[str, Any] | None) -> int:
    """Pence by which two documents differ, all figures taken together."""
    there = theirs if theirs and theirs["state"] == "live" else {"total": 0, "paid": 0, "credited": 0}
    return sum(abs(mine[name] - there[name]) for name in ("total", "paid", "credited"))


def documents(chart: int) -> Iterator[list[Ours]]:
    """All of ours, some hundreds at a time."""
    last = 0
    while True:
        with database().read() as connection:
            found = connection.execute(
                sa.select(sync_document).where(_document.chart == chart, _document.invoice_id > last)
                .order_by(_document.invoice_id).limit(_CHUNK)
            ).mappings()  # fmt: skip
            rows = [dict(row) for row in found]
            chunk = load(connection, rows, {})
        if not rows:
            return
        last = rows[-1]["invoice_id"]
        yield chunk


def _waits(ours: Ours) -> bool:
    return bool(ours.row["state"] == "waiting")


def compare(xero: Xero) -> dict[str, Any]:
    """Both sides of one tenant. What changes while it is read is looked at twice; what waits to be sent is counted."""
    books = {note: read_books(xero, note) for note in (False, True)}
    told: dict[str, Any] = {"documents": 0, "waiting": 0, "difference": 0, "missing": 0, "rows": []}
    doubtful: list[int] = []
    for chunk in documents(xero.chart):
        for ours in chunk:
            told["documents"] += 1
            if _waits(ours):
                told["waiting"] += 1
            elif _differs(ours, books[ours.note].get(ours.row["external_id"] or "")):
                doubtful.append(ours.id)
    for place in range(0, len(doubtful), _AT_ONCE):
        _look_again(xero, doubtful[place : place + _AT_ONCE], told)
    told["duplicates"], twice = _duplicates(books)
    told["rows"] += twice
    return told


def _differs(ours: Ours, theirs: Mapping[str, Any] | None) -> bool:
    mine = expected(ours)
    absent = theirs is None or theirs["state"] == "void"
    return difference(mine, theirs) != 0 or (mine["state"] == "live") == absent


def _look_again(xero: Xero, ids: list[int], told: dict[str, Any]) -> None:
    with database().read() as connection:
        found = connection.execute(sa.select(sync_document).where(_document.invoice_id.in_(ids))).mappings()
        again = load(connection, [dict(row) for row in found], {})
    fresh: Books = {}
    for note in (False, True):
        wanted = [ours.row["external_id"] for ours in again if ours.note == note and ours.row["external_id"]]
        if wanted:
            kind, key, _ = kind_of(note)
            rows = xero.call("GET", f"/{kind}?IDs={','.join(wanted)}")[kind]
            fresh.update((row[key], short(row, note)) for row in rows)
    for ours in again:
        theirs = fresh.get(ours.row["external_id"] or "")
        if _waits(ours):
            told["waiting"] += 1
        elif _differs(ours, theirs):
            mine = expected(ours)
            pennies = difference(mine, theirs)
            told["difference"] += pennies
            told["missing"] += theirs is None and mine["state"] == "live"
            what = "missing" if theirs is None else "different"
            told["rows"].append(
                {"invoiceId": ours.id, "number": ours.row["number"], "what": what, "difference": pennies,
                 "ours": mine, "theirs": theirs}
            )  # fmt: skip


def _duplicates(books: Mapping[bool, Books]) -> tuple[int, list[dict[str, Any]]]:
    """Numbers that live twice over there, and payments of ours that are there twice."""
    rows = []
    for live in books.values():
        numbers = Counter(one["number"].casefold() for one in live.values() if one["state"] != "void")
        rows += [{"what": "duplicate", "number": number} for number in _twice(numbers)]
        keys = Counter(key for one in live.values() for key in one["payments"] if key)
        rows += [{"what": "duplicate", "payment": key} for key in _twice(keys)]
    return len(rows), rows


def _twice(counted: Counter[str]) -> Iterable[str]:
    return (name for name, count in counted.items() if count > 1)


def prove() -> dict[str, Any]:
    """Compare every connected tenant and keep what was found. Raises Unavailable; the job is then tried again."""
    with database().read() as connection:
        columns = sync_tenant.c
        tenants = connection.execute(
            sa.select(columns.chart, columns.tenant_id).where(columns.tenant_id.is_not(None))
        ).all()
        proof = connection.scalar(sa.insert(sync_proof).values().returning(sync_proof.c.id))
    if not tenants:
        raise Invalid("The accounting system is not connected")
    whole: dict[str, Any] = {"documents": 0, "waiting": 0, "difference": 0, "missing": 0, "duplicates": 0, "rows": []}
    for chart, tenant_id in tenants:
        xero = Xero(chart, tenant_id, Bucket(10**9))
        try:
            told = compare(xero)
        except Limited as limited:
            raise Unavailable(f"The accounting system takes no calls for {limited.seconds:.0f} seconds") from limited
        except (Away, Rejected) as error:
            raise Unavailable("The accounting system cannot be reached") from error
        finally:
            xero.close()
        whole = {name: whole[name] + told[name] for name in whole}
    whole["rows"] = whole["rows"][:_SHOWN]
    with database().read() as connection:
        done = sa.update(sync_proof).where(sync_proof.c.id == proof).values(finished=NOW, **whole)
        connection.execute(done)
    return {name: value for name, value in whole.items() if name != "rows"} | {"id": proof}


def _run(_: JobContext) -> dict[str, Any]:
    return prove()


PROVE = Job("proveAccounting", _run)
