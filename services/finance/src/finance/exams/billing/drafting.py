"""Billing of an exam entry: its fees become lines of one draft per candidate and series.

A line is drafted once. A later change of the entry changes the line while it is on a draft. On an issued invoice an
increase becomes a line of the next draft, and a decrease a draft credit note, which accounting checks and issues.
"""

from __future__ import annotations

import html
from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.copies.model import exam
from finance.editor import creation
from finance.events import EXAM_BILLING_CHANGED
from finance.exams import rules as fees
from finance.exams.billing.model import BY_HAND, LIVE, STATUS, exam_billing, exam_billing_line
from finance.exams.model import exam_fee
from finance.invoices import rules
from finance.invoices.commands import lock_invoice
from finance.invoices.model import invoice, invoice_item
from finance.items.fields import ITEM_FIELDS
from kit.database import Tx
from kit.errors import Refused
from kit.events import Envelope
from kit.records import crud
from kit.records.several import ChangeRequest, update_several_in

_b, _l, _i, _item = exam_billing.c, exam_billing_line.c, invoice.c, invoice_item.c
_NAMES = {"board fee": "board", "speaking supplement": "speaking"}
NO_FEES = "There are no fees for this exam yet. Please enter them under Setup, Exam fees"
NO_ORGANISATION = "Neither the candidate nor the student has an organisation"


def on_entry_changed(tx: Tx, news: Envelope) -> None:
    """Store the entry, and bill it if its fees have changed. An event older than the last one changes nothing."""
    entry = news.payload
    tx.lock(f"exam billing {entry['candidateId']}")
    values = {
        "candidate": entry["candidate"],
        "candidate_id": entry["candidateId"],
        "exam_id": entry["examId"],
        "series_id": entry["seriesId"],
        "student_id": entry["studentId"] or None,
        "organisation_id": entry["organisationId"] or None,
        "entry_status": entry["status"],
        "board_fee": entry["boardFee"],
        "entry_version": entry["version"],
        "modified": sa.func.now(),
    }
    statement = insert(exam_billing).values(id=entry["id"], **values)
    kept = statement.on_conflict_do_update(
        index_elements=["id"], set_=values, where=_b.entry_version < statement.excluded.entry_version
    ).returning(_b.id)
    if tx.scalar(kept) is not None:
        bill(tx, entry["id"], by=(entry["userId"], entry["userName"]))


def bill(tx: Tx, entry_id: int, *, by: tuple[int, str], again: bool = False) -> None:
    """Update the lines of an entry. `again` also drafts lines that somebody deleted."""
    row = tx.one(sa.select(exam_billing, BY_HAND.label("by_hand")).where(_b.id == entry_id))
    assert row is not None
    wanted, reason = _fees(tx, row)
    amounts = {name: fee.amount for name, fee in wanted.items()}
    changed = again or amounts != row["drafted_for"]
    if changed and not row["by_hand"]:
        if wanted and row["organisation_id"] is None:
            reason = NO_ORGANISATION
        else:
            try:
                with tx.savepoint():
                    _settle(tx, row, wanted, by)
            except Refused as refusal:
                reason = str(refusal)
            else:
                tx.execute(sa.update(exam_billing).where(_b.id == entry_id).values(drafted_for=amounts))
    tx.execute(sa.update(exam_billing).where(_b.id == entry_id).values(reason=reason))
    publish(tx, [entry_id])


def _fees(tx: Tx, row: Mapping[str, Any]) -> tuple[dict[str, fees.Fee], str]:
    """Return the fees of an entry by name, none if it is withdrawn, and why there are none."""
    if row["entry_status"] == "withdrawn":
        return {}, ""
    known = tx.one(sa.select(exam_fee, exam.c.papers).join(exam).where(exam.c.id == row["exam_id"]))
    if known is None:
        return {}, NO_FEES
    of_board = {**known, "board_fee": row["board_fee"] or known["board_fee"]}
    return {_NAMES.get(fee.label, "papers"): fee for fee in fees.fees(of_board)}, ""


def _settle(tx: Tx, row: Mapping[str, Any], wanted: Mapping[str, fees.Fee], by: tuple[int, str]) -> None:
    """Adjust the lines of an entry so that they add up to its fees."""
    lines = tx.all(
        sa.select(exam_billing_line, _i.status.label("invoice_status"), _i.is_credit_note)
        .select_from(exam_billing_line.join(invoice, _i.id == _l.invoice_id))
        .where(_l.entry_id == row["id"], LIVE)
        .order_by(_l.id)
    )
    for name in sorted({*wanted, *(line["fee"] for line in lines)}):
        mine = [line for line in lines if line["fee"] == name]
        drafts = [line for line in mine if line["invoice_status"] == "draft" and not line["is_credit_note"]]
        billed = sum(line["amount"] for line in mine if line not in drafts)
        due = (wanted[name].amount if name in wanted else 0) - billed
        _draft(tx, row, name, wanted.get(name), drafts, max(due, 0), by)
        if due < 0:
            _credit(tx, row, name, [line for line in mine if line not in drafts], -due)
    _delete_empty(tx, {line["invoice_id"] for line in lines if line["invoice_status"] == "draft"})


def _delete_empty(tx: Tx, drafts: Collection[int]) -> None:
    """Delete drafts that have lost their last line; one that had a number stays, for it may not leave a gap."""
    has_lines = sa.select(_item.id).where(_item.invoice_id == _i.id).exists()
    empty = sa.select(_i.id).where(_i.id.in_(drafts), _i.number.is_(None), ~_i.is_credit_note, ~has_lines)
    for row in tx.all(empty):
        creation.delete(tx, row["id"])


def _draft(
    tx: Tx,
    row: Mapping[str, Any],
    name: str,
    fee: fees.Fee | None,
    drafts: list[dict[str, Any]],
    due: int,
    by: tuple[int, str],
) -> None:
    """Set the line on the draft to the amount due."""
    for line in drafts:
        if due == line["amount"]:
            return
        if due:
            update_several_in(tx, ITEM_FIELDS, line["item_id"], [ChangeRequest("amount", due)])
            tx.execute(sa.update(exam_billing_line).where(_l.id == line["id"]).values(amount=due))
            return
        crud.remove(tx, ITEM_FIELDS, line["item_id"])
    if not due or fee is None:
        return
    record = _open_draft(tx, row, by)
    of_exam = tx.one(sa.select(exam).where(exam.c.id == row["exam_id"])) or {"board": "", "title": ""}
    text = f"{row['candidate']}: {of_exam['board']} {of_exam['title']}, {fee.label}"
    item = crud.create(
        tx,
        ITEM_FIELDS,
        {
            "metaType": "standalone",
            "type": "exams",
            "accountId": fees.EXAM_ACCOUNT,
            "subAccountId": fee.sub_account_id,
            "amount": due,
            "discountType": "none",
            "description": f"<p>{html.escape(text, quote=False)}</p>",
            "examId": row["exam_id"],
        },
        owner=record,
    )
    _note(tx, row, name, due, item, record)


def _open_draft(tx: Tx, row: Mapping[str, Any], by: tuple[int, str]) -> int:
    """Return the draft of a candidate for a series, creating it if necessary."""
    mine = (_b.candidate_id == row["candidate_id"], _b.series_id == row["series_id"])
    joined = exam_billing_line.join(invoice, _i.id == _l.invoice_id).join(exam_billing, _b.id == _l.entry_id)
    known = sa.select(_i.id).select_from(joined).where(*mine, _i.status == "draft", ~_i.is_credit_note)
    record = tx.scalar(known.order_by(_i.id.desc()).limit(1))
    if record is not None:
        return int(record)
    of = ("student", row["student_id"]) if row["student_id"] else ("candidate", row["candidate_id"])
    record = int(
        creation.create(
            tx,
            {
                "title": "Invoice",
                "description": f"<p>{html.escape('Exam fees of ' + row['candidate'], quote=False)}</p>",
                "orgId": row["organisation_id"],
                "entityType": of[0],
                "entityTypeId": of[1],
                "billingYear": rules.offered_billing_years()[-1].value,
            },
        )["id"]
    )
    lock_invoice(tx, record)
    tx.execute(sa.update(invoice).where(_i.id == record).values(created_by_id=by[0], created_by_name=by[1]))
    return record


def _credit(tx: Tx, row: Mapping[str, Any], name: str, lines: list[dict[str, Any]], amount: int) -> None:
    """Propose a credit note for the excess on issued invoices, newest line first."""
    for line in sorted(lines, key=lambda line: -line["id"]):
        if line["amount"] <= 0 or not amount:
            continue
        part = min(amount, line["amount"])
        note = creation.credit(tx, line["invoice_id"], [line["item_id"]], {str(line["item_id"]): part})["id"]
        item = tx.scalar(sa.select(_item.id).where(_item.invoice_id == note).order_by(_item.id.desc()).limit(1))
        _note(tx, row, name, -part, item, note)
        amount -= part


def _note(tx: Tx, row: Mapping[str, Any], name: str, amount: int, item: int, record: int) -> None:
    values = {"entry_id": row["id"], "fee": name, "amount": amount, "item_id": item, "invoice_id": record}
    tx.execute(sa.insert(exam_billing_line).values(values))


def publish(tx: Tx, entries: list[int] | None = None) -> int:
    """Update the billing of entries, of all without `entries`, and publish those that changed; returns how many."""
    newest = sa.select(sa.func.max(_l.invoice_id)).where(_l.entry_id == _b.id).correlate(exam_billing).scalar_subquery()
    asked = sa.select(_b.id, STATUS.label("status"), newest.label("invoice_id"))
    now = (asked if entries is None else asked.where(_b.id.in_(entries))).subquery("present")
    differs = sa.or_(_b.status != now.c.status, _b.invoice_id.is_distinct_from(now.c.invoice_id))
    changed = sa.update(exam_billing).where(_b.id == now.c.id, differs if entries is None else sa.true())
    rows = tx.execute(
        changed.values(status=now.c.status, invoice_id=now.c.invoice_id).returning(_b.id, _b.status, _b.invoice_id)
    )
    payloads = [dict(row) for row in rows.mappings()]
    tx.publish_each(
        EXAM_BILLING_CHANGED,
        payloads,
        lambda row: {
            "id": row["id"],
            "status": row["status"],
            "invoiceId": row["invoice_id"] or 0,
            "deleted": False,
        },
    )
    return len(payloads)
