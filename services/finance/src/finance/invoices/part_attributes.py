"""Attributes of the parts of an invoice: its lines, its header and footer items, its instalments (`money.md 3`)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.accounts.attributes import vat_treatment
from finance.days import WrappedDate, WrappedPastDate
from finance.invoices import rules
from kit.attributes import Attribute, Attributes
from kit.values import Boolean, Integer, Money, Percent, Reference, RichText, Select

_LARGEST_ID = 9_007_199_254_740_991
_DISCOUNT = (
    "CASE discount_type WHEN 'amount' THEN CASE WHEN amount < 0 THEN -discount ELSE discount END "
    "WHEN 'percentage' THEN round(amount * discount / 10000.0)::bigint ELSE 0 END"
)
_VAT = f"round((amount - ({_DISCOUNT})) * vat_rate / 10000.0)::bigint"


def _computed(name: str, column: str, formula: str) -> Attribute:
    """A sum that the database computes from the other columns of the line."""
    stored = sa.Column(column, sa.BigInteger, sa.Computed(formula, persisted=True), nullable=False)
    return Attribute(name=name, type=Money(), column=stored, at=name)


def _position(section: str) -> Attribute:
    return Attribute(
        name="displayOrder",
        type=Integer(maximum=100_000),
        section=section,
        at="displayOrder",
        column=sa.Column("display_order", sa.Integer, nullable=False, server_default="0"),
    )


def _description(section: str, comment: str | None = None) -> Attribute:
    return Attribute(
        name="description",
        type=RichText(required=True),
        section=section,
        default=None,
        comment=comment,
        at="description",
    )


LINE = Attributes(
    Attribute(
        name="metaType",
        type=Select(choices=rules.META_OPTIONS, required=True),
        title="Item type",
        section="item",
        at="metaType",
    ),
    Attribute(name="type", type=Select(choices=rules.LINE_OPTIONS, required=True), section="item", at="type"),
    Attribute(
        name="accountId",
        type=Reference(source="/xero/org/accounts"),
        title="Nominal code",
        section="item",
        links="account.id",
        at="accountId",
    ),
    Attribute(
        name="subAccountId",
        type=Reference(source="/xero/org/sub-accounts"),
        title="Sub account",
        section="item",
        links="sub_account.id",
        at="subAccountId",
    ),
    Attribute(
        name="VATRate",
        type=Percent(),
        title="VAT rate",
        section="item",
        help="Of the sub account",
        column=sa.Column(
            "vat_rate", sa.Integer, nullable=False, server_default="0", comment="of the sub account when it was set"
        ),
    ),
    vat_treatment("item", "Of the sub account", at="VATTreatment"),
    Attribute(name="amount", type=Money(), section="item", default="0", at="amount"),
    Attribute(
        name="discountType",
        type=Select(choices=rules.DISCOUNT_OPTIONS),
        title="Discount",
        section="item",
        default="none",
        at="discountType",
    ),
    Attribute(
        name="discount",
        type=Integer(maximum=1_000_000_000),
        section="item",
        default="0",
        at="discount",
        help="Pence, or percentage times 100",
        comment="pence, or percentage times 100",
    ),
    _computed("discountAmount", "discount_amount", _DISCOUNT),
    _computed("VAT", "vat", _VAT),
    _computed("total", "total", f"amount - ({_DISCOUNT}) + {_VAT}"),
    _description("item", "html"),
    _position("item"),
    Attribute(
        name="examId",
        type=Integer(minimum=1, maximum=_LARGEST_ID),
        title="Exam",
        section="item",
        at="examId",
    ),
)

TEXT = Attributes(
    Attribute(name="place", type=Select(choices=rules.PLACE_OPTIONS, required=True), section="text"),
    Attribute(
        name="tag", type=Select(choices=rules.TAG_OPTIONS, blank="custom"), section="text", default="custom", at="tag"
    ),
    _description("text"),
    _position("text"),
)

INSTALMENT = Attributes(
    Attribute(name="amount", type=Money(required=True, minimum=1), section="instalment", default="0", at="amount"),
    Attribute(name="dueDate", type=WrappedDate(required=True), section="instalment", at="dueDate"),
    Attribute(name="paidDate", type=WrappedPastDate(), section="instalment", at="paidDate"),
    Attribute(name="paymentType", type=Select(choices=rules.PAYMENT_OPTIONS), section="instalment", at="paymentType"),
    Attribute(
        name="isPaid", type=Boolean(), title="Paid", section="instalment", comment="it has its payment", at="isPaid"
    ),
)
