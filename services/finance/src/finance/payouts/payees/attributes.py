"""Attributes of bank details. Lists, history and mails show only `lastFour` of the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.payees.numbers import AccountNumber, Bic, Holder, Iban, SortCode
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import EVERYBODY
from kit.values import DateTime, Integer, Reference, Select, Text

MASK = "•••• "
"""The mask before the last four digits."""


@dataclass(frozen=True, kw_only=True)
class _Masked(Text):
    """Return the end of an account number behind a mask."""

    def encode(self, value: Any) -> Any:
        return MASK + value


_last_four = sa.Column("last_four", sa.Text, nullable=False, comment="all that is shown in lists, history and mails")
masked: sa.ColumnElement[str] = sa.literal_column(f"'{MASK}'", sa.Text) + _last_four

PAYEE_ACCOUNT = Attributes(
    Attribute(
        name="tutorId",
        type=Reference(source="/tutorpayments/tutors"),
        title="Tutor",
        section="account",
        column=sa.Column("tutor_id", sa.BigInteger, sa.ForeignKey("tutor.id")),
        listed=InList(type="id", title="Tutor id", hidden=True, width=80),
        filtered=AsFilter(title="Tutor"),
    ),
    Attribute(
        name="invigilatorId",
        type=Reference(source="/tutorpayments/invigilators"),
        title="Invigilator",
        section="account",
        column=sa.Column("invigilator_id", sa.BigInteger, sa.ForeignKey("invigilator.id")),
        listed=InList(type="id", title="Invigilator id", hidden=True, width=80),
        filtered=AsFilter(title="Invigilator"),
    ),
    Attribute(
        name="currency",
        type=Select(choices=CURRENCY_OPTIONS, required=True),
        section="account",
        help="Payments into this account",
        comment="what is paid into it",
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="holder",
        type=Holder(required=True),
        title="Account holder",
        section="account",
        default=None,
        help="The name on the account, as the bank has it",
        listed=InList(width=180),
    ),
    Attribute(
        name="sortCode", type=SortCode(), section="account", help="6 digits; for an account in the United Kingdom"
    ),
    Attribute(name="accountNumber", type=AccountNumber(), section="account", help="8 digits; goes with the sort code"),
    Attribute(
        name="iban",
        type=Iban(),
        title="IBAN",
        section="account",
        help="For an account elsewhere, and for payments in EUR; instead of sort code and account number",
    ),
    Attribute(
        name="bic", type=Bic(), title="BIC", section="account", help="8 or 11 letters and digits; goes with the IBAN"
    ),
    Attribute(
        name="account", type=_Masked(), column=_last_four, listed=InList(expression=masked, width=110), at="account"
    ),
    Attribute(name="enteredById", type=Integer(), comment="user id", internal=True),
    Attribute(
        name="enteredBy",
        type=Text(),
        listed=InList(width=160),
        at="enteredBy",
        readers=EVERYBODY,
        column=sa.Column("entered_by_name", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="replaced",
        type=DateTime(),
        listed=InList(width=130),
        at="replaced",
        comment="when others took its place; absent while it stands",
    ),
)


@PAYEE_ACCOUNT.answer
class PayeeAccountExtra(TypedDict):
    """The masked account, who entered it, and when it was replaced."""
