"""Parts of an invoice's detail besides its fields (`money.md 3`), in five statements."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account, sub_account
from finance.accounts.queries import BOOKING_COLUMNS, booking_answer
from finance.copies.model import organisation, person
from finance.invoices import actions, issuing, rules, sterling
from finance.invoices.attributes import INVOICE
from finance.invoices.bookings import plan_mismatch
from finance.invoices.latest import most_recent_comment, newest_ticket
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item
from finance.invoices.overdue import amount_left, london_today
from finance.invoices.part_attributes import INSTALMENT, LINE, TEXT
from finance.invoices.payer import reason_text, typed
from finance.invoices.policy import SCOPE
from finance.invoices.received import latest_payment, payment_meta, payments_made
from finance.pay.queries import tries_of
from finance.pay.rules import CLOSED, address_of, link_expires
from finance.periods.closing import closed_text, lock_date_of
from finance.policy import accounting
from finance.reminding.queries import stop_of
from finance.sending.queries import emails_of
from finance.sync.queries import state_of, sync_answer
from kit.database.nested import json_object
from kit.database.reading import all_rows
from kit.policy import Actor, Row, staff

_invoice, _student = invoice.c, person.alias("student")


def extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    """Return amounts, people and parts of the invoice `row`; internal data for staff, the stop of reminders for
    accounting."""
    record, internal = row["id"], staff(actor, row)
    looked_up = _parts() | (_internal_parts(record) if internal else {})
    if accounting(actor, row):
        looked_up["reminderStop"] = stop_of(record)
    parts = dict(connection.execute(_statement(looked_up).where(invoice.c.id == record)).mappings().one())
    rate = dict(zip(sterling.KEPT, (parts.pop(name) for name in sterling.KEPT), strict=True))
    answer: dict[str, Any] = {
        **INVOICE.shown(row),
        **parts,
        "shownTitle": rules.shown_title(row),
        "shownStatus": rules.shown_status(row),
        "sums": [asdict(step) for step in rules.sums(row)],
        "sterling": sterling.shown({**row, **rate}),
        "readonly": rules.refuse_read_only(row) is not None,
        "uuid": str(row["uuid"]),
        "items": _items(connection, record, row["currency"]),
        **_footers_headers(connection, record),
        "installmentPlan": _plan(connection, record),
        **_credit_links(connection, actor, row),
    }
    if internal:
        lock_date, sent_there = answer.pop("lockDate"), answer.pop("sentThere")
        modified_by = {"id": row["modified_by_id"], "name": row["modified_by_name"]}
        answer |= {
            "actions": actions.offered(actor, row),
            "payer": _payer(row, answer),
            "issued": _issued(row, lock_date, sent_there=sent_there),
            "planMismatch": plan_mismatch(row, [part["amount"] for part in answer["installmentPlan"]]),
            "passcode": row["passcode"],
            "paymentLink": None if row["status"] in CLOSED else address_of(row["uuid"]),
            "linkExpires": link_expires(row),
            "sync": sync_answer(parts["sync"]),
            "emailSent": {"date": row["email_sent"]} if row["email_sent"] else None,
            "emailSentBy": {"name": row["email_sent_by_name"]} if row["email_sent"] else None,
            "createdBy": {"id": row["created_by_id"], "name": row["created_by_name"]},
            # null if nobody has changed it since, or if an old change has no name
            "modifiedBy": modified_by if row["modified_by_name"] else None,
        }
    return answer


def _payer(row: Row, answer: Mapping[str, Any]) -> dict[str, Any]:
    student, parent = answer["student"], answer["parent"]
    text = reason_text(row, student and student["name"], parent and parent["number"])
    return {
        "kind": row["person_kind"],
        "id": row["person_id"],
        "name": row["name"],
        "reason": row["payer_reason"],
        "text": text,
        "typed": typed(row),
        "follows": row["status"] == "draft" and row["parent_id"] is None,
    }


def _issued(row: Row, lock_date: dt.date | None, *, sent_there: bool) -> dict[str, Any] | None:
    """Return the text shown on an issued invoice, and why it cannot be taken back."""
    text = rules.refuse_issued(row)
    if text is None:
        return None
    refusal = rules.refuse_take_back(row) or (issuing.SENT_THERE if sent_there else None)
    if refusal is None and lock_date is not None and row["date"] <= lock_date:
        refusal = closed_text(row["date"], lock_date)
    return {"text": text, "takeBack": refusal}


def _parts() -> dict[str, sa.ColumnElement[Any]]:
    """Return organisation, invoiced person and student from the read copies, and the payments, under their names in the
    answer."""
    client, candidate, agent = (
        sa.case((_invoice.person_kind == kind, _invoice.person_id)) for kind in ("client", "candidate", "agent")
    )
    name = json_object(title=person.c.title, firstName=person.c.first_name, lastName=person.c.last_name)
    ids = json_object(
        enquiryWithTypeId=_invoice.enquiry_with_type_id,
        clientId=client,
        studentId=_invoice.student_id,
        candidateId=candidate,
        agentId=agent,
    )
    student = json_object(id=_invoice.student_id, name=_student.c.name)
    return {
        "organisation": json_object(
            id=_invoice.organisation_id, title=organisation.c.title, currency=organisation.c.currency
        ),
        "invoicedEntity": json_object(kind=_invoice.person_kind, person=name, ids=ids),
        "student": sa.case((_invoice.student_id.is_not(None), student)),
        "payment": latest_payment(),
        "payments": payments_made(),
        "meta": payment_meta(),
    }


def _internal_parts(record: int) -> dict[str, sa.ColumnElement[Any]]:
    """Return attempts on the payment link, the email log, the state in the accounting system, support ticket and
    comment."""
    return {
        "payTries": tries_of(record),
        "emails": emails_of(record),
        "sync": state_of(record),
        "supportTicket": newest_ticket(),
        "mostRecentComment": most_recent_comment(),
        "lockDate": lock_date_of(_invoice.organisation_id),
        "sentThere": issuing.sent_there(record),
    }


def _statement(parts: Mapping[str, sa.ColumnElement[Any]]) -> sa.Select[Any]:
    """Return the `parts` of an invoice, with its organisation, person and student."""
    return (
        sa.select(*(part.label(name) for name, part in parts.items()), *sterling.RATE)
        .select_from(sterling.with_rate(invoice))
        .outerjoin(organisation, organisation.c.id == _invoice.organisation_id)
        .outerjoin(person, sa.and_(person.c.kind == _invoice.person_kind, person.c.id == _invoice.person_id))
        .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == _invoice.student_id))
    )


def _items(connection: sa.Connection, record: int, currency: str) -> list[dict[str, Any]]:
    item = invoice_item.c
    statement = (
        sa.select(invoice_item, *BOOKING_COLUMNS)
        .select_from(invoice_item.outerjoin(account).outerjoin(sub_account, sub_account.c.id == item.sub_account_id))
        .where(item.invoice_id == record)
        .order_by(item.display_order, item.id)
    )
    return [
        {"id": row["id"], **LINE.shown(row), **booking_answer(row), "currency": currency}
        for row in all_rows(connection, statement)
    ]


def _footers_headers(connection: sa.Connection, record: int) -> dict[str, list[dict[str, Any]]]:
    columns = invoice_footer_header.c
    statement = sa.select(invoice_footer_header).where(columns.invoice_id == record)
    texts: dict[str, list[dict[str, Any]]] = {"headerItems": [], "footerItems": []}
    for row in all_rows(connection, statement.order_by(columns.display_order, columns.id)):
        texts[f"{row['place']}Items"].append({"id": row["id"], **TEXT.shown(row)})
    return texts


def _plan(connection: sa.Connection, record: int) -> list[dict[str, Any]]:
    columns = instalment.c
    parts = sa.select(instalment, amount_left().label("left"), london_today().label("today"))
    parts = parts.where(columns.invoice_id == record).order_by(columns.due_date, columns.id)
    return [
        {
            "id": row["id"],
            **INSTALMENT.shown(row),
            "left": row["left"],
            "overdue": row["left"] > 0 and row["due_date"] < row["today"],
        }
        for row in all_rows(connection, parts)
    ]


def _credit_links(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return `parent`, the credited invoice, and `children`, the credit notes, as far as the actor may see them."""
    linked = sa.or_(_invoice.id == row["parent_id"], _invoice.parent_id == row["id"])
    shown = sa.select(_invoice.id, *INVOICE.select("number", "title", "status", "total", "currency"))
    invoices = all_rows(connection, shown.where(linked, SCOPE.where(actor)).order_by(_invoice.id))
    return {
        "parent": next((linked_row for linked_row in invoices if linked_row["id"] == row["parent_id"]), None),
        "children": [linked_row for linked_row in invoices if linked_row["id"] != row["parent_id"]],
    }
