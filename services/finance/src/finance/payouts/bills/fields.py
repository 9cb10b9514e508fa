"""A bill as it is entered."""

from __future__ import annotations

from finance.payouts.bills import attributes
from finance.payouts.bills.workflow import BILL_STATES
from finance.payouts.policy import entered_by, pays, refuse_unless
from kit.policy import Attach
from kit.records import Create, FieldSet

BILL = FieldSet(
    name="bill",
    path="/bills/{id}",
    attach=Attach(BILL_STATES.scope),
    may=pays,
    when=refuse_unless(("entered",), "A bill cannot be changed once it is"),
    workflow=BILL_STATES,
    extra=attributes.BILL.extra,
    answers=attributes.BillExtra,
    ordered=(("date", "dueDate"),),
    sections=attributes.BILL.sections({"bill": "Bill"}),
    create=Create(defaults=entered_by),
)
