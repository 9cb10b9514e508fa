"""Bank details of a tutor or invigilator, entered as a whole: half of the former account and half of the new one would
be no account."""

from __future__ import annotations

from finance.payouts.payees import attributes, commands
from finance.payouts.payees.model import payee_account
from finance.payouts.payees.policy import SCOPE, keeps, reads
from kit.policy import Row
from kit.records import Acts, Create, FieldSet


def _as_a_whole(_: Row) -> str | None:
    return "Bank details change as a whole; please enter them again"


PAYEE_ACCOUNT = FieldSet(
    name="payeeAccount",
    table=payee_account,
    path="/tutorpayments/accounts/{id}",
    scope=SCOPE,
    may=reads,
    when=_as_a_whole,
    extra=attributes.PAYEE_ACCOUNT.extra,
    answers=attributes.PayeeAccountExtra,
    sections=attributes.PAYEE_ACCOUNT.sections(
        {"account": "Bank details"}, {"tutorId": Acts(shown=keeps), "invigilatorId": Acts(shown=keeps)}
    ),
    create=Create(defaults=commands.check_numbers, complete=commands.replace_former, after=commands.notify),
)
