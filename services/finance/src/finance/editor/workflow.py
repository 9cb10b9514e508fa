"""Workflow of an invoice (`money.md 4`, Manual status change).

If two moves lead to the same state, the second is for sysAdmins and allowed from every state. Nobody sets `partPaid` by
hand: payments set it.

Selections are offered only moves that touch no payments. Moves that enter or take back payments need a look at each
invoice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.days import PastDate
from finance.events import INVOICE_CHANGED
from finance.invoices import issuing, rules, sterling
from finance.invoices.attributes import INVOICE
from finance.invoices.commands import note, touch_credited
from finance.invoices.happened import TAKEN_BACK
from finance.invoices.model import invoice
from finance.invoices.numbers import number_of
from finance.invoices.payer import follow
from finance.invoices.policy import SCOPE, books_money, issues_credits, sends, sets_status
from finance.plans import payments, refunds
from kit.database import Tx
from kit.policy import Actor, Row, reading, staff, sys_admin
from kit.values import DateTime, Money, Option, Select, Text
from kit.workflow import Confirm, Move, Need, Step, Workflow

_SENT_AT = (Need("date", DateTime(required=True), "Date and time"),)
_REASON = (Need("reason", Text(required=True, max_length=500, multiline=True), "Reason"),)
_BY_PLAN = Option(rules.INSTALMENT_PLAN, "instalment plan")


def _details(*more: Option) -> tuple[Need, ...]:
    """Payment details of `money.md 5`. Only a part payment needs the amount."""
    return (
        Need("paidMeta", Select(choices=(*rules.PAYMENT_OPTIONS, *more), required=True), "Payment method"),
        Need("paidDate", PastDate(required=True), "Received date"),
        Need("paidAmount", Money(minimum=1), "Paid amount, if it is not paid in full"),
    )


def _mark_sent(tx: Tx, step: Step) -> Mapping[str, Any]:
    issuing.check_sending(tx.connection, step.row)
    return {"email_sent": step.body["date"], "email_sent_by_name": step.actor.name, **_issue_number(tx, step.row)}


def _issue_number(tx: Tx, row: Row) -> dict[str, Any]:
    """Assign number and rate to sterling to an invoice that leaves draft or returns from cancelled."""
    return issuing.issue(tx, row) if row["status"] in rules.NOT_ISSUED else {}


def _propose(tx: Tx, step: Step) -> Mapping[str, Any]:
    return {**_issue_number(tx, step.row), **_take_back_payments(tx, step)}


def _cancel(tx: Tx, step: Step) -> Mapping[str, Any]:
    issuing.check_withdrawal(tx, step.row)
    refunds.check_withdrawal(tx, step.row)
    return {**_take_back_payments(tx, step), "number": number_of(tx, step.row)}


def _take_back(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Return to draft, as long as nobody has relied on the document."""
    issuing.check_take_back(tx, step.row)
    return _to_draft(tx, step)


def _to_draft(tx: Tx, step: Step) -> Mapping[str, Any]:
    issuing.check_withdrawal(tx, step.row)
    refunds.check_withdrawal(tx, step.row)
    issuing.check_return(tx, step.row)
    note(tx, step.row["id"], TAKEN_BACK, None, step.body["reason"])
    return {**_take_back_payments(tx, step), **sterling.NO_RATE}


def _after(tx: Tx, row: Row) -> None:
    """Publish the credited invoice; a draft follows its payer's record again."""
    touch_credited(tx, row)
    if row["status"] == "draft":
        follow(tx, row["person_kind"], row["person_id"])


def _take_back_payments(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Take all payments back before a move to a state without payments."""
    payments.reverse_all(tx, step.row, f"Status set to {rules.shown_status(step.row, step.move.target)}")
    return {"paid_meta": "", "unpaid_status": None}


def _pay(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Enter the payment. A trigger sets the status to paid or part paid."""
    record, row = step.row["id"], step.row
    if row["status"] in rules.NOT_ISSUED:  # nothing is outstanding before it is issued
        statement = sa.update(invoice).where(invoice.c.id == record).values(status="proposed", **_issue_number(tx, row))
        row = tx.one(statement.returning(*invoice.c)) or {}
    body = step.body
    enter = refunds.pay_back if row["is_credit_note"] else payments.receive
    enter(tx, row, body["paidAmount"], body["paidMeta"], body["paidDate"], field="paidAmount")
    status = tx.scalar(sa.select(invoice.c.status).where(invoice.c.id == record))
    return {"status": "partPaid" if status == "partPaid" else "paid", "paid_meta": body["paidMeta"]}


@reading("status", "outstanding")
def _balance_first(row: Row, actor: Actor) -> str | None:
    owes = row["status"] == "partPaid" and row["outstanding"] != 0
    return rules.PART_PAID if owes and not sys_admin(actor) else None


def _refusal(row: Row, actor: Actor, _: Move | None) -> str | None:
    """Return the two refusals of `money.md 4`, which do not bind a sysAdmin."""
    if not staff(actor, row):
        return None
    return rules.CANCELLED if row["status"] == "cancelled" else _balance_first(row, actor)


_INVOICE = "{shownTitle:lower} {number} of {name} for {total:money}"
_CONFIRM_CANCEL = Confirm(
    f"Cancel {_INVOICE}?",
    "It keeps its number and nothing is owed on it any more.",
    yes="Cancel {shownTitle:lower}",
    no="Keep {shownTitle:lower}",
)
_CONFIRM_RETURN = Confirm(f"Set {_INVOICE} back?", "Payments entered here are taken back.", yes="Set back")
_CONFIRM_TAKE_BACK = Confirm(
    f"Take back {_INVOICE}?",
    "It is a draft again and keeps its number. Change it, then issue it once more.",
    yes="Take back",
    no="Leave it issued",
)
_CONFIRM_PAID = Confirm(f"Mark {_INVOICE} as paid?", "{outstanding:money} is outstanding.", yes="Mark as paid")

INVOICE_STATES = Workflow(
    name="invoice",
    table=invoice,
    column=invoice.c.status,
    states=rules.STATUS_OPTIONS,
    scope=SCOPE,
    event=INVOICE_CHANGED,
    payload=INVOICE.payload,
    refusal=_refusal,
    follows=("due_date", "number"),
    after=_after,
    called=rules.shown_status,
    moves=(
        Move(
            name="propose",
            title="Proposed",
            source=("final", "booked", "paid"),
            target="proposed",
            who=sets_status,
            done="{shownTitle} {number} set back to proposed",
            path="/invoice/{id}/mark/proposed",
            effect=_propose,
            confirm=_CONFIRM_RETURN,
            alone=True,
        ),
        Move(
            name="proposeAnyway",
            title="Proposed",
            source=("draft", "partPaid", "cancelled"),
            target="proposed",
            done="{shownTitle} set to proposed",
            who=sys_admin,
            path="/invoice/{id}/mark/proposed",
            effect=_propose,
            confirm=_CONFIRM_RETURN,
            alone=True,
        ),
        Move(
            name="pay",
            title="Paid",
            source=("proposed", "final", "booked", "partPaid"),
            target="paid",
            done="Payment of {shownTitle:lower} {number} entered",
            other_targets=("partPaid",),
            who=books_money,
            path="/invoice/{id}/markaspaid/send/info",
            needs=_details(),
            when=_balance_first,
            effect=_pay,
            confirm=_CONFIRM_PAID,
            style="primary",
            alone=True,
        ),
        Move(
            name="payAnyway",
            title="Paid",
            source=("draft", "cancelled"),
            target="paid",
            other_targets=("partPaid",),
            done="Payment of {shownTitle:lower} {number} entered",
            who=sys_admin,
            path="/invoice/{id}/markaspaid/send/info",
            needs=_details(),
            effect=_pay,
            confirm=_CONFIRM_PAID,
            alone=True,
        ),
        Move(
            name="payAgain",
            title="Paid (said again: changes nothing)",
            source=("paid",),
            target="paid",
            done="{shownTitle} {number} was already paid",
            who=books_money,
            path="/invoice/{id}/markaspaid/send/info",
            needs=_details(_BY_PLAN),
            hidden=True,
        ),
        Move(
            name="cancel",
            title="Cancelled",
            source=("proposed", "final", "booked"),
            target="cancelled",
            done="{shownTitle} {number} cancelled",
            who=sets_status,
            path="/invoice/{id}/mark/cancelled",
            effect=_cancel,
            confirm=_CONFIRM_CANCEL,
            style="danger",
        ),
        Move(
            name="cancelAnyway",
            title="Cancelled",
            source=("draft", "partPaid", "paid"),
            target="cancelled",
            done="{shownTitle} {number} cancelled",
            who=sys_admin,
            path="/invoice/{id}/mark/cancelled",
            effect=_cancel,
            confirm=_CONFIRM_CANCEL,
            style="danger",
            alone=True,
        ),
        Move(
            name="takeBack",
            title="Take back",
            source=("proposed", "final", "booked"),
            target="draft",
            done="{shownTitle} {number} taken back to draft",
            who=issues_credits,
            path="/invoice/{id}/takeback",
            needs=_REASON,
            effect=_take_back,
            when=lambda row, _: rules.refuse_take_back(row),
            confirm=_CONFIRM_TAKE_BACK,
            hidden=True,
            alone=True,
        ),
        Move(
            name="draft",
            title="Draft",
            source=("proposed", "final", "booked", "cancelled"),
            target="draft",
            done="{shownTitle} {number} is a draft again",
            who=sys_admin,
            path="/invoice/{id}/mark/draft",
            needs=_REASON,
            effect=_to_draft,
            confirm=_CONFIRM_RETURN,
        ),
        Move(
            name="draftAnyway",
            title="Draft",
            source=("partPaid", "paid"),
            target="draft",
            who=sys_admin,
            done="{shownTitle} {number} is a draft again",
            path="/invoice/{id}/mark/draft",
            needs=_REASON,
            effect=_to_draft,
            confirm=_CONFIRM_RETURN,
            alone=True,
        ),
        Move(
            name="final",
            title="Final (old editor)",
            source=("proposed", "booked"),
            target="final",
            who=sets_status,
            done="{shownTitle} {number} set to final",
            path="/invoice/{id}/mark/final",
            hidden=True,
        ),
        Move(
            name="sendDraft",
            title="Mark as sent, from draft",
            source=("draft",),
            target="proposed",
            who=sends,
            done="{shownTitle} issued and marked as sent",
            path="/invoice/{id}/mark/sent",
            needs=_SENT_AT,
            effect=_mark_sent,
            hidden=True,
            on_selections=True,
        ),
        Move(
            name="markSent",
            title="Mark as sent",
            source=("proposed", "final", "booked", "partPaid", "paid"),
            done="{shownTitle} {number} marked as sent",
            target=None,
            who=staff,
            path="/invoice/{id}/mark/sent",
            needs=_SENT_AT,
            effect=_mark_sent,
            hidden=True,
            on_selections=True,
            when=lambda row, _: rules.refuse_sent(row),
        ),
    ),
)
