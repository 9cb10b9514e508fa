"""Attributes of an invoice (`money.md 2`, `3`, `7`). Only triggers write the sums."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from finance.copies.model import PERSON_KINDS
from finance.currencies import CURRENCY_OPTIONS
from finance.days import WrappedDate
from finance.invoices import rules
from finance.rates.attributes import PLACES, rate_column, rate_shown
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, DateTime, DecimalNumber, Email, Integer, Money, RichText, Select, Text, options
from kit.values.schemas import or_null

YEARS = rules.EVERY_BILLING_YEAR
_TYPED = "typed in by the office: does not follow the payer's record"
_NEVER_SENT = sa.literal_column("'1970-01-01 00:00:00+00'::timestamp with time zone", sa.DateTime(timezone=True))

_year = sa.Column(
    "billing_year", sa.Integer, nullable=False, server_default="0", comment="2122 is 2021-2022; 0 is not set"
)
_email_sent = sa.Column("email_sent", sa.DateTime(timezone=True))
_PLAIN = r"left(btrim(regexp_replace(description, '(<[^>]*>|&nbsp;|\s)+', ' ', 'g')), 200)"
DESCRIPTION_PLAIN = sa.Column("description_plain", sa.Text, sa.Computed(_PLAIN, persisted=True), nullable=False)
_TOTAL = "amount - discount + vat"
_OUTSTANDING = (
    # a credit note allocated to an invoice counts there (`credited`), not again on its own
    "CASE WHEN status IN ('draft', 'cancelled') OR (is_credit_note AND parent_id IS NOT NULL) THEN 0 "
    f"ELSE {_TOTAL} - paid - credited END"
)
"""The one definition of what is outstanding (`docs/finance.md`, Outstanding): issued, less payments and credits."""
CREDITED = (
    "NOT is_credit_note AND status NOT IN ('draft', 'cancelled') AND credited > 0 AND paid = 0 "
    f"AND {_TOTAL} - credited = 0"
)
"""An issued invoice that credit notes settle: nothing is owed on it, and no payment was kept."""


class BillingYear(Select):
    """A four-digit code, 2122 for 2021-2022, as number or text. Unset, it is 0 in the table and null on the wire."""

    def empty(self) -> int:
        return rules.NOT_SET

    def read(self, raw: Any) -> Any:
        return super().read(int(raw) if isinstance(raw, str) and raw.strip().isdecimal() else raw)

    def encode(self, value: Any) -> Any:
        return value or None

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"options": [year.meta() for year in rules.offered_billing_years()]}

    def answer(self) -> dict[str, Any]:
        return or_null({"enum": [choice.value for choice in self.choices]})


_STERLING_RATE = rate_column(
    "sterling_rate", nullable=True, comment="units of the currency for one pound, kept when it is issued"
)
_VAT_STERLING = sa.Column(
    "vat_sterling",
    sa.BigInteger,
    sa.Computed("round(vat / sterling_rate)::bigint", persisted=True),
    comment="the VAT in pence, of an invoice of the UK in another currency",
)


def derived_sum(name: str) -> sa.Column[Any]:
    """Declare a sum in minor units that only triggers write."""
    return sa.Column(name, sa.BigInteger, nullable=False, server_default="0", info={"derived": True})


def _computed(name: str, formula: str) -> sa.Column[Any]:
    return sa.Column(name, sa.BigInteger, sa.Computed(formula, persisted=True), nullable=False)


def _money(title: str = "") -> InList:
    return InList(title=title, currency="currency", sortable=True, width=102)


INVOICE = Attributes(
    Attribute(
        name="title",
        type=Select(choices=rules.TITLE_OPTIONS, required=True),
        section="invoice",
        listed=InList(type="text", sortable=True, width=90),
    ),
    Attribute(
        name="email",
        type=Email(),
        section="invoice",
        listed=InList(sortable=True, hidden=True, width=200),
    ),
    Attribute(
        name="billingYear",
        type=BillingYear(choices=YEARS),
        section="invoice",
        column=_year,
        listed=InList(
            expression=sa.func.nullif(_year, rules.NOT_SET, type_=sa.Integer), sortable=True, sort=_year, width=120
        ),
    ),
    Attribute(
        name="date",
        type=Date(required=True),
        section="invoice",
        listed=InList(sortable=True, width=80),
        filtered=AsFilter(),
        event="date",
    ),
    Attribute(
        name="dueDate",
        type=WrappedDate(),
        section="invoice",
        listed=InList(sortable=True, width=85),
        filtered=AsFilter(),
        event="dueDate",
    ),
    Attribute(
        name="NIF",
        type=Text(max_length=20),
        title="NIF",
        section="invoice",
        comment="tax number, organisation 3 only",
    ),
    Attribute(
        name="description",
        type=RichText(),
        section="invoice",
        help="Never on the invoice",
        internal=True,
        comment="internal, html",
        listed=InList(expression=DESCRIPTION_PLAIN, type="text", width=230),
    ),
    Attribute(name="line1", type=Text(), title="Line 1", section="address", at="address.line1"),
    Attribute(name="line2", type=Text(), title="Line 2", section="address", at="address.line2"),
    Attribute(name="line3", type=Text(), title="Line 3", section="address", at="address.line3"),
    Attribute(name="postcode", type=Text(max_length=20), section="address", at="address.postcode"),
    Attribute(
        name="status",
        type=Select(choices=rules.STATUS_OPTIONS),
        section="legacy",
        default="draft",
        event="status",
        listed=InList(
            sortable=True,
            width=105,
            labels={"isCreditNote": rules.CREDIT_STATUS_LABELS, "isCredited": rules.CREDITED_STATUS_LABELS},
        ),
        at="status",
    ),
    Attribute(
        name="isCredited",
        type=Boolean(),
        listed=InList(title="Credited in full", hidden=True),
        at="isCredited",
        column=sa.Column("is_credited", sa.Boolean, sa.Computed(CREDITED, persisted=True), nullable=False),
    ),
    Attribute(
        name="isCreditNote",
        type=Boolean(),
        section="legacy",
        listed=InList(title="Credit note", hidden=True),
        event="isCreditNote",
        at="isCreditNote",
    ),
    Attribute(
        name="hasInstallmentPlan",
        type=Boolean(),
        section="legacy",
        column=sa.Column("has_instalment_plan", sa.Boolean, nullable=False, server_default="false"),
        listed=InList(title="Instalment plan", hidden=True),
        filtered=AsFilter(),
        at="hasInstallmentPlan",
    ),
    Attribute(
        name="amount",
        type=Money(),
        section="legacy",
        column=derived_sum("amount"),
        listed=_money("Sub-total"),
        at="amount",
    ),
    Attribute(
        name="discount",
        type=Money(),
        section="legacy",
        column=derived_sum("discount"),
        listed=_money(),
        at="discount",
    ),
    Attribute(name="VAT", type=Money(), section="legacy", column=derived_sum("vat"), listed=_money("VAT"), at="VAT"),
    Attribute(
        name="VATSterling",
        type=Money(),
        title="VAT in sterling",
        column=_VAT_STERLING,
        listed=InList(hidden=True, exported=True, compact=False, width=110),
    ),
    Attribute(
        name="sterlingRate",
        type=DecimalNumber(places=PLACES),
        title="Rate for one pound",
        column=_STERLING_RATE,
        listed=dataclasses.replace(rate_shown(_STERLING_RATE), hidden=True, exported=True, compact=False),
    ),
    Attribute(
        name="sterlingRateMonth",
        type=Date(),
        comment="first day of the month of that rate",
    ),
    Attribute(name="sterlingRateSource", type=Text(), comment="where that rate is from"),
    Attribute(
        name="total",
        type=Money(),
        section="legacy",
        column=_computed("total", _TOTAL),
        listed=_money(),
        event="total",
        at="total",
    ),
    Attribute(
        name="outstanding",
        type=Money(),
        column=_computed("outstanding", _OUTSTANDING),
        listed=_money(),
        event="outstanding",
        at="outstanding",
    ),
    Attribute(name="paid", type=Money(), column=derived_sum("paid"), at="paid"),
    Attribute(name="refunded", type=Money(), column=derived_sum("refunded"), at="refunded"),
    Attribute(name="credited", type=Money(), column=derived_sum("credited"), at="credited"),
    Attribute(name="writtenOff", type=Money(), column=derived_sum("written_off"), at="writtenOff"),
    Attribute(name="paidMeta", type=Text(), at="paidMeta", comment="how it was paid, or instalmentPlan"),
    Attribute(
        name="number",
        type=Text(),
        at="number",
        column=sa.Column("number", sa.Text, comment="absent until the invoice leaves draft"),
        listed=InList(sortable=True, width=125),
        event="number",
    ),
    Attribute(
        name="name",
        type=Text(),
        listed=InList(sortable=True, width=120),
        at="name",
        comment="of that person; of a draft it follows people.person.changed",
    ),
    Attribute(
        name="emailSent",
        type=DateTime(),
        column=_email_sent,
        listed=InList(sortable=True, sort=sa.func.coalesce(_email_sent, _NEVER_SENT), width=125),
    ),
    Attribute(
        name="createdBy",
        type=Text(),
        listed=InList(width=130),
        internal=True,
        column=sa.Column("created_by_name", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="currency",
        type=Select(choices=CURRENCY_OPTIONS),
        default="GBP",
        event="currency",
        at="currency",
        listed=InList(type="text", hidden=True, exported=True, width=80),
        filtered=AsFilter(),
    ),
    Attribute(
        name="orgId",
        type=Integer(),
        title="Organisation",
        column=sa.Column("organisation_id", sa.BigInteger, nullable=False),
        listed=InList(type="id", hidden=True),
        filtered=AsFilter(),
        event="organisationId",
    ),
    Attribute(
        name="personKind",
        type=Select(choices=options(*PERSON_KINDS), required=True),
        event="personKind",
        comment="who is invoiced",
    ),
    Attribute(name="personId", type=Integer(required=True), event="personId", comment="the id within that kind"),
    Attribute(
        name="payerReason",
        type=Select(choices=rules.PAYER_REASONS, required=True),
        default=rules.EARLIER,
        comment="why that person is invoiced",
    ),
    Attribute(name="payerChosenBy", type=Text(), comment="name of the user who chose the payer"),
    Attribute(name="payerChosen", type=DateTime()),
    Attribute(name="emailTyped", type=Boolean(), comment=_TYPED),
    Attribute(name="addressTyped", type=Boolean(), comment=_TYPED),
    Attribute(
        name="studentId",
        type=Integer(),
        filtered=AsFilter(hidden=True),
        event="studentId",
        comment="the student it is about",
    ),
    Attribute(
        name="ewtId",
        type=Integer(),
        filtered=AsFilter(hidden=True),
        event="enquiryWithTypeId",
        column=sa.Column("enquiry_with_type_id", sa.BigInteger),
    ),
    Attribute(
        name="entityType",
        type=Text(),
        filtered=AsFilter(hidden=True),
        default=None,
        comment="what it was made from: enquiry, student or candidate",
    ),
    Attribute(name="entityTypeId", type=Integer(required=True), filtered=AsFilter(hidden=True)),
)
