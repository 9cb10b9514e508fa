"""Attributes of a supplier's bill. `total` is the amount of the bill."""

from __future__ import annotations

from typing import TypedDict

from finance.days import NearDate
from finance.payouts.attributes import amount, currency, day_of, organisation, signature, status
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import FileIds, Money, Reference, Text, options

STATES = options(
    ("entered", "Entered", "blue"),
    ("approved", "Approved", "green"),
    ("paid", "Paid", "green"),
    ("cancelled", "Cancelled", "red"),
)

BILL = Attributes(
    Attribute(
        name="supplier",
        type=Text(required=True, max_length=120),
        section="bill",
        default=None,
        listed=InList(sortable=True, width=200),
    ),
    Attribute(
        name="reference",
        type=Text(required=True, max_length=60),
        section="bill",
        default=None,
        help="The supplier's own number: a bill is entered once",
        comment="the supplier's own number",
        listed=InList(width=120),
    ),
    status(STATES, 110),
    organisation("bill"),
    Attribute(
        name="accountId",
        type=Reference(source="/xero/org/1/accounts"),
        title="Account",
        section="bill",
        links="account.id",
    ),
    currency("bill"),
    Attribute(name="date", type=NearDate(required=True), section="bill", listed=InList(sortable=True, width=85)),
    Attribute(
        name="dueDate",
        type=NearDate(years_ahead=3),
        section="bill",
        listed=InList(sortable=True, width=85),
        filtered=AsFilter(),
    ),
    Attribute(
        name="net",
        type=Money(required=True, minimum=1),
        section="bill",
        default="0",
        listed=InList(currency="currency", width=105),
    ),
    Attribute(
        name="VAT",
        type=Money(required=True, minimum=0),
        title="VAT",
        section="bill",
        default="0",
        listed=InList(currency="currency", width=105),
    ),
    amount("total", "net + vat", listed=InList(currency="currency", sortable=True, width=105)),
    Attribute(name="note", type=Text(max_length=1000, multiline=True), section="bill"),
    Attribute(name="files", type=FileIds(most=10), title="The bill as it came", section="bill", comment="file ids"),
    *signature("entered", InList(width=130)),
    *signature("approved", InList(width=130)),
    *signature("paid"),
    day_of("paid", 85),
)


@BILL.answer
class BillExtra(TypedDict):
    """The state of a bill and the people who took its steps."""
