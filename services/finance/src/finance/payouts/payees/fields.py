"""Bank details of a tutor, entered as a whole: half of the former account and half of the new is nobody's account."""

from __future__ import annotations

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.answers import PayeeAccountExtra
from finance.payouts.payees import commands
from finance.payouts.payees.model import payee_account
from finance.payouts.payees.numbers import AccountNumber, Bic, Holder, Iban, SortCode
from finance.payouts.payees.policy import SCOPE, keeps, reads
from finance.payouts.payees.queries import account_details
from kit.policy import Row
from kit.records import Create, Field, FieldSet, Section
from kit.values import Reference, Select

_account = payee_account.c
AS_A_WHOLE = "Bank details change as a whole; please enter them again"


def _as_a_whole(_: Row) -> str | None:
    return AS_A_WHOLE


PAYEE_ACCOUNT = FieldSet(
    name="payeeAccount",
    table=payee_account,
    path="/tutorpayments/accounts/{id}",
    scope=SCOPE,
    read=reads,
    may=reads,
    extra=account_details,
    answers=PayeeAccountExtra,
    sections=(
        Section(
            "account",
            "Bank details",
            (
                Field(
                    name="tutorId", column=_account.tutor_id, title="Tutor", when=_as_a_whole, shown=keeps,
                    type=Reference(source="/tutorpayments/tutors"),
                ),
                Field(
                    name="currency", column=_account.currency, when=_as_a_whole,
                    type=Select(choices=CURRENCY_OPTIONS, required=True), help="What is paid into this account",
                ),
                Field(
                    name="holder", column=_account.holder, title="Account holder", when=_as_a_whole,
                    type=Holder(required=True), help="The name on the account, as the bank has it",
                ),
                Field(
                    name="sortCode", column=_account.sort_code, title="Sort code", when=_as_a_whole, type=SortCode(),
                    help="6 digits; for an account in the United Kingdom",
                ),
                Field(
                    name="accountNumber", column=_account.account_number, title="Account number", when=_as_a_whole,
                    type=AccountNumber(), help="8 digits; goes with the sort code",
                ),
                Field(
                    name="iban", column=_account.iban, title="IBAN", when=_as_a_whole, type=Iban(),
                    help="For an account elsewhere, and for payments in EUR; instead of sort code and account number",
                ),
                Field(
                    name="bic", column=_account.bic, title="BIC", when=_as_a_whole, type=Bic(),
                    help="8 or 11 letters and digits; goes with the IBAN",
                ),
            ),
        ),
    ),
    create=Create(
        path="/tutorpayments/accounts",
        fields=("tutorId", "currency", "holder", "sortCode", "accountNumber", "iban", "bic"),
        may=reads, defaults=commands.check_numbers, complete=commands.replace_former, after=commands.notify,
    ),
)  # fmt: skip
