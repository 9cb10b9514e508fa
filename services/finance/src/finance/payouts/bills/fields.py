"""A bill as it is entered."""

from __future__ import annotations

from finance.payouts.bills import attributes
from finance.payouts.bills.model import bill
from finance.payouts.bills.workflow import BILL_STATES, SCOPE
from finance.payouts.policy import entered_by, pays
from kit.policy import Attach, Row, reading
from kit.records import Acts, Create, FieldSet


@reading("status")
def _closed(row: Row) -> str | None:
    return None if row["status"] == "entered" else f"A bill cannot be changed once it is {row['status']}"


_FIELDS = attributes.BILL.names()

BILL = FieldSet(
    name="bill",
    table=bill,
    path="/bills/{id}",
    scope=SCOPE,
    attach=Attach(SCOPE),
    read=pays,
    may=pays,
    workflow=BILL_STATES,
    extra=attributes.BILL.extra,
    answers=attributes.BillExtra,
    ordered=(("date", "dueDate"),),
    sections=attributes.BILL.sections({"bill": "Bill"}, dict.fromkeys(_FIELDS, Acts(when=_closed))),
    create=Create(fields=_FIELDS, defaults=entered_by),
)
