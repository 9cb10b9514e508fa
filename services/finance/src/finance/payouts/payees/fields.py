"""Bank details of a tutor, entered as a whole: half of the former account and half of the new is nobody's account."""

from __future__ import annotations

from finance.payouts.payees import attributes, commands
from finance.payouts.payees.model import payee_account
from finance.payouts.payees.policy import SCOPE, keeps, reads
from kit.policy import Row
from kit.records import Acts, Create, FieldSet

AS_A_WHOLE = "Bank details change as a whole; please enter them again"
_FIELDS = attributes.PAYEE_ACCOUNT.names()


def _as_a_whole(_: Row) -> str | None:
    return AS_A_WHOLE


PAYEE_ACCOUNT = FieldSet(
    name="payeeAccount",
    table=payee_account,
    path="/tutorpayments/accounts/{id}",
    scope=SCOPE,
    read=reads,
    may=reads,
    extra=attributes.PAYEE_ACCOUNT.extra,
    answers=attributes.PayeeAccountExtra,
    sections=attributes.PAYEE_ACCOUNT.sections(
        {"account": "Bank details"},
        dict.fromkeys(_FIELDS, Acts(when=_as_a_whole)) | {"tutorId": Acts(when=_as_a_whole, shown=keeps)},
    ),
    create=Create(
        fields=_FIELDS,
        defaults=commands.check_numbers,
        complete=commands.replace_former,
        after=commands.notify,
    ),
)
