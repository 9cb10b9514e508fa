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
from finance.invoices import actions, rules
from finance.invoices.attributes import INVOICE
from finance.invoices.bookings import plan_mismatch
from finance.invoices.comments import most_recent_comment
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from finance.invoices.overdue import amount_left, london_today
from finance.invoices.part_attributes import INSTALMENT, LINE, TEXT
from finance.invoices.policy import SCOPE
from finance.invoices.received import is_reversal, latest_payment, payment_meta
from finance.invoices.tickets import ticket_of
from finance.pay.queries import tries_of
from finance.pay.rules import CLOSED, address_of, link_expires
from finance.sending.queries import emails_of
from finance.sync.queries import state_of, sync_answer
from kit.policy import Actor, Row, staff


def extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    """Amounts, people and parts of the invoice `row`; internal data for staff alone."""
    record, currency = row["id"], row["currency"]
    people = _people_and_logs(connection, row)
    tries, emails, sync, ticket = (people.pop(name) for name in ("payTries", "emails", "sync", "supportTicket"))
    comment = people.pop("mostRecentComment")
    answer: dict[str, Any] = {
        **INVOICE.shown(row),
        "shownTitle": rules.shown_title(row),
        "shownStatus": rules.shown_status(row),
        "sums": [asdict(step) for step in rules.sums(row)],
        "readonly": rules.refuse_read_only(row["status"]) is not None,
        "uuid": str(row["uuid"]),
        **people,
        "items": _items(connection, record, currency),
        **_footers_headers(connection, record),
        **_plan_and_payments(connection, record, currency),
        **_credit_links(connection, actor, row),
    }
    if staff(actor, row):
        answer |= {
            "actions": actions.offered(actor, row),
            "planMismatch": _mismatch(row, answer["installmentPlan"]),
            "passcode": row["passcode"],
            "paymentLink": None if row["status"] in CLOSED else address_of(row["uuid"]),
            "linkExpires": link_expires(row),
            "payTries": tries,
            "emails": emails,
            "sync": sync_answer(sync),
            "supportTicket": ticket,
            "mostRecentComment": comment,
            "emailSent": _wrapped(row["email_sent"]),
            "emailSentBy": {"name": row["email_sent_by_name"]} if row["email_sent"] else None,
            "createdBy": {"id": row["created_by_id"], "name": row["created_by_name"]},
            "modifiedBy": _modified_by(row),
        }
    return answer


def _modified_by(row: Row) -> dict[str, Any] | None:
    """The person who changed it last; None where nobody did, or where an old change has no name."""
    return {"id": row["modified_by_id"], "name": row["modified_by_name"]} if row["modified_by_name"] else None


def _mismatch(row: Row, plan: list[dict[str, Any]]) -> str | None:
    """The text of a plan that does not add up, as long as the invoice is open."""
    if row["status"] in {"paid", "cancelled"}:
        return None
    return plan_mismatch([part["amount"] for part in plan], row["total"], row["currency"])


def _wrapped(value: dt.datetime | dt.date | None) -> dict[str, Any] | None:
    return None if value is None else {"date": value}


def _people_and_logs(connection: sa.Connection, row: Row) -> dict[str, Any]:
    """Organisation, invoiced person, student, support ticket and comment, from the read copies; tries of the payment
    link, the email log, and the state in the accounting system."""
    student = person.alias("student")
    result = connection.execute(
        sa.select(
            organisation.c.title.label("organisation"), organisation.c.currency, person.c.title, person.c.first_name,
            person.c.last_name, student.c.name.label("student"), tries_of(row["id"]).label("tries"),
            emails_of(row["id"]).label("emails"), state_of(row["id"]).label("sync"),
            ticket_of(row["id"]).label("ticket"), most_recent_comment().label("comment"),
            latest_payment().label("payment"), payment_meta().label("meta"),
        )
        .select_from(invoice)
        .where(invoice.c.id == row["id"])
        .outerjoin(organisation, organisation.c.id == row["organisation_id"])
        .outerjoin(person, sa.and_(person.c.kind == row["person_kind"], person.c.id == row["person_id"]))
        .outerjoin(student, sa.and_(student.c.kind == "student", student.c.id == row["student_id"]))
    ).one()  # fmt: skip
    kind, person_id = row["person_kind"], row["person_id"]
    return {
        "payTries": result.tries,
        "emails": result.emails,
        "sync": result.sync,
        "supportTicket": result.ticket,
        "mostRecentComment": result.comment,
        "payment": result.payment,
        "meta": result.meta,
        "organisation": {"id": row["organisation_id"], "title": result.organisation, "currency": result.currency},
        "invoicedEntity": {
            "kind": kind,
            "person": {"title": result.title, "firstName": result.first_name, "lastName": result.last_name},
            "ids": {
                "enquiryWithTypeId": row["enquiry_with_type_id"],
                "clientId": person_id if kind == "client" else None,
                "studentId": row["student_id"],
                "candidateId": person_id if kind == "candidate" else None,
            },
        },
        "student": {"id": row["student_id"], "name": result.student} if row["student_id"] else None,
    }


def _items(connection: sa.Connection, record: int, currency: str) -> list[dict[str, Any]]:
    item = invoice_item.c
    statement = (
        sa.select(invoice_item, *BOOKING_COLUMNS)
        .select_from(invoice_item.outerjoin(account).outerjoin(sub_account, sub_account.c.id == item.sub_account_id))
        .where(item.invoice_id == record)
        .order_by(item.display_order, item.id)
    )
    return [_item(dict(row), currency) for row in connection.execute(statement).mappings()]


def _item(row: Row, currency: str) -> dict[str, Any]:
    return {"id": row["id"], **LINE.shown(row), **booking_answer(row), "currency": currency}


def _footers_headers(connection: sa.Connection, record: int) -> dict[str, list[dict[str, Any]]]:
    columns = invoice_footer_header.c
    statement = sa.select(invoice_footer_header).where(columns.invoice_id == record)
    texts: dict[str, list[dict[str, Any]]] = {"headerItems": [], "footerItems": []}
    for row in connection.execute(statement.order_by(columns.display_order, columns.id)).mappings():
        texts[f"{row['place']}Items"].append({"id": row["id"], **TEXT.shown(dict(row))})
    return texts


def _plan_and_payments(connection: sa.Connection, record: int, currency: str) -> dict[str, list[dict[str, Any]]]:
    due, paid = instalment.c, payment.c
    rows = connection.execute(
        sa.union_all(
            sa.select(
                sa.literal("plan").label("part"), due.id, due.amount, due.due_date, due.paid_date, due.payment_type,
                due.is_paid, sa.literal("").label("source"), sa.literal("").label("note"),
                sa.false().label("reversed"), amount_left().label("left"), london_today().label("today"),
            ).where(due.invoice_id == record),
            sa.select(
                sa.literal("payment"), paid.id, paid.amount, paid.date_paid, sa.null().cast(sa.Date), paid.type,
                sa.true(), paid.source, paid.note, is_reversal(), sa.literal(0), sa.null().cast(sa.Date),
            ).where(paid.invoice_id == record),
        ).order_by("due_date", "id")
    ).all()  # fmt: skip
    plan = [
        {
            "id": row.id,
            **INSTALMENT.shown(row._asdict()),
            "left": row.left,
            "overdue": row.left > 0 and row.due_date < row.today,
        }
        for row in rows
        if row.part == "plan"
    ]
    payments = [
        {
            "id": row.id,
            "type": row.payment_type,
            "amount": row.amount,
            "currency": currency,
            "datePaid": _wrapped(row.due_date),
            "source": row.source,
            "note": row.note,
            "reversed": row.reversed,
        }
        for row in rows
        if row.part == "payment"
    ]
    return {"installmentPlan": plan, "payments": payments}


def _credit_links(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """`parent`, the credited invoice, and `children`, the credit notes, as far as the actor sees them."""
    columns = invoice.c
    linked = sa.or_(columns.id == row["parent_id"], columns.parent_id == row["id"])
    rows = connection.execute(
        sa.select(columns.id, columns.number, columns.title, columns.status, columns.total, columns.currency)
        .where(linked, SCOPE.where(actor))
        .order_by(columns.id)
    ).mappings()
    invoices = [dict(linked_row) for linked_row in rows]
    return {
        "parent": next((linked_row for linked_row in invoices if linked_row["id"] == row["parent_id"]), None),
        "children": [linked_row for linked_row in invoices if linked_row["id"] != row["parent_id"]],
    }
