"""Workflow of a bill: entered, approved, paid; or cancelled."""

from __future__ import annotations

import datetime as dt

from finance.days import PastDate
from finance.payouts.bills.attributes import STATES
from finance.payouts.bills.model import bill
from finance.payouts.policy import pays
from finance.periods.moves import PAID_DATE, PAID_UNDONE, open_on, undone_on
from kit.changes.hands import refuse_hand
from kit.database import Tx
from kit.policy import Row, Scope
from kit.workflow import UNDO, Confirm, Move, Need, Workflow


def _days(_: Tx, row: Row) -> tuple[dt.date]:
    return (row["date"],)


_DATED, _UNDONE = open_on(_days), undone_on(_days)
_BILL = "bill {reference} of {supplier} for {total:money}"

BILL_STATES = Workflow(
    name="bill",
    column=bill.c.status,
    states=STATES,
    scope=Scope(everything=pays),
    moves=(
        Move(
            name="approve",
            title="Approve",
            source=("entered",),
            target="approved",
            who=pays,
            done="Bill {reference} approved",
            path="/bills/{id}/approve",
            signs="approved",
            style="primary",
            undo=UNDO,
            effect=_DATED,
            undone=_UNDONE,
            when=refuse_hand("approves it"),
            confirm=Confirm(
                f"Approve {_BILL}?",
                "It can be paid then, and no longer be changed.",
                yes="Approve bill",
            ),
        ),
        Move(
            name="pay",
            title="Mark as paid",
            source=("approved",),
            target="paid",
            who=pays,
            path="/bills/{id}/pay",
            done="Bill {reference} marked as paid",
            when=refuse_hand("marks it as paid"),
            signs="paid",
            style="primary",
            undo=UNDO,
            effect=PAID_DATE,
            undone=PAID_UNDONE,
            needs=(Need("paidDate", PastDate(required=True), "Paid on", bill.c.paid_date),),
            confirm=Confirm(f"Mark {_BILL} as paid?", yes="Mark as paid"),
        ),
        Move(
            name="reopen",
            title="Take approval back",
            source=("approved",),
            target="entered",
            who=pays,
            done="Approval of bill {reference} taken back",
            path="/bills/{id}/reopen",
            unsigns=("approved",),
            undo=UNDO,
            effect=_DATED,
            undone=_UNDONE,
        ),
        Move(
            name="cancel",
            title="Cancel bill",
            source=("entered", "approved"),
            target="cancelled",
            who=pays,
            done="Bill {reference} cancelled",
            path="/bills/{id}/cancel",
            style="danger",
            undo=UNDO,
            effect=_DATED,
            undone=_UNDONE,
            confirm=Confirm(f"Cancel {_BILL}?", "It will not be paid.", yes="Cancel bill", no="Keep bill"),
        ),
    ),
)
