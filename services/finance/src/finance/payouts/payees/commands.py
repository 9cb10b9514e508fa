"""Effects of new bank details: replace the former ones, record the history, notify people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.payouts.payees import notices
from finance.payouts.payees.attributes import masked
from finance.payouts.payees.model import NUMBERS, payee_account, standing
from finance.payouts.payees.people import PAYEES, Payee
from finance.payouts.payees.policy import keeps
from finance.payouts.tutors.model import pay_run
from kit.changes import hands, history
from kit.database import Tx, tables
from kit.errors import Forbidden, Invalid, refuse_fields
from kit.policy import Actor
from kit.values.texts import REQUIRED

_account = payee_account.c
ONE_KIND = "Please enter either a sort code and account number, or an IBAN and BIC"
NEEDS_IBAN = "Payments in EUR need an IBAN and BIC"
ONE_PAYEE = "Please choose either a tutor or an invigilator"
OTHER_COUNTRY = "This BIC is of a bank in another country than the IBAN"


def check_numbers(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return the columns with the numbers of an account. Raises Invalid, naming each field, unless they are complete
    and of one kind."""
    numbers = {name: values.get(name) or "" for name in NUMBERS}
    sort_code, account_number, iban, bic = numbers.values()
    refusals: dict[str, str] = {}
    if (sort_code or account_number) and (iban or bic):
        refusals = {"iban" if iban else "bic": ONE_KIND}
    elif values["currency"] == "EUR" and (sort_code or account_number):
        refusals = {"sortCode" if sort_code else "accountNumber": NEEDS_IBAN}
    elif iban or bic or values["currency"] == "EUR":
        refusals = {name: REQUIRED for name, value in (("iban", iban), ("bic", bic)) if not value}
        if not refusals and iban[:2] != bic[4:6]:
            refusals = {"bic": OTHER_COUNTRY}
    else:
        required = (("sortCode", sort_code), ("accountNumber", account_number))
        refusals = {name: REQUIRED for name, value in required if not value}
    refuse_fields(refusals)
    return {**numbers, "last_four": (iban or account_number)[-4:]}


def replace_former(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Erase the numbers of the former details in this currency, except the last four digits; returns the columns of the
    payee and the author.

    Raises Forbidden if the caller names another person, Invalid if nobody is named.
    """
    payee = _payee(tx.actor, values)
    replaced = dict.fromkeys(NUMBERS, "") | {"replaced": tables.now()} | tables.version_values(payee_account)
    former = sa.and_(payee.owns(payee_account), _account.currency == values["currency"], standing)
    tx.execute(sa.update(payee_account).where(former).values(**replaced))
    _join_runs(tx, payee, values["currency"])
    return {payee.column: payee.id, "entered_by_id": tx.actor.acting_user_id, "entered_by_name": _name(tx.actor)}


def _payee(actor: Actor, values: Mapping[str, Any]) -> Payee:
    """Return the named person, otherwise the actor. Raises Forbidden, Invalid."""
    named = [Payee(kind, values[f"{kind}_id"]) for kind in PAYEES if values.get(f"{kind}_id")]
    own = [Payee(kind, number) for kind in PAYEES if (number := actor.person(kind)) is not None]
    if len(named) > 1:
        raise Invalid(ONE_PAYEE, field="invigilatorId")
    if not named and not own:
        raise Invalid(REQUIRED, field="tutorId")
    payee = (named or own)[0]
    if not keeps(actor) and payee not in own:
        raise Forbidden()
    return payee


def _join_runs(tx: Tx, payee: Payee, currency: str) -> None:
    """Count the author among those who entered the open pay runs that pay to the payee."""
    theirs = sa.select(payee.lines.c.run_id).where(payee.owns(payee.lines))
    open_runs = sa.and_(pay_run.c.id.in_(theirs), pay_run.c.currency == currency, pay_run.c.status != "paid")
    hands.add(tx, pay_run, open_runs, hands.hand(tx.actor, f"entered the bank details of {payee.name(tx)}"))


def _name(actor: Actor) -> str:
    """Return the name of the person who made the change; an administrator acting as somebody is named as such."""
    return actor.name if actor.acting_user_id == actor.user_id else f"An administrator, acting as {actor.name}"


def notify(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Record the masked history of the change, notify the payee and accounts, and queue a mail to the payee."""
    payee = next(Payee(kind, values[f"{kind}_id"]) for kind in PAYEES if values.get(f"{kind}_id"))
    numbers = sa.select(masked).where(payee.owns(payee_account), _account.currency == values["currency"])
    new, *former = tx.execute(numbers.order_by(_account.id.desc()).limit(2)).scalars().all()
    history.note(tx, "payeeAccount", record, "account", former[0] if former else None, new)
    notices.raise_notices(tx, payee, values["currency"], values["entered_by_name"])
    notices.MAIL_CHANGE.enqueue(tx, f"payee account {record}", {"account": record})
