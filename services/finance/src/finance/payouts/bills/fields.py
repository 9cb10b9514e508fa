"""A bill as it is entered."""

from __future__ import annotations

from finance.payouts.bills import attributes
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.policy import entered_by, pays
from kit.policy import Attach, Row, reading
from kit.records import Create, FieldSet


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] == "entered" else f"A bill cannot be changed once it is {row['status']}"


BILL = FieldSet(
    name="bill",
    path="/bills/{id}",
    attach=Attach(BILL_STATES.scope),
    may=pays,
    when=_closed,
    workflow=BILL_STATES,
    extra=attributes.BILL.extra,
    answers=attributes.BillExtra,
    ordered=(("date", "dueDate"),),
    sections=attributes.BILL.sections({"bill": "Bill"}),
    create=Create(defaults=entered_by),
)
