"""`GET /tutorpayments/accounts`: who has bank details and since when, the former ones too. Numbers are masked."""

from __future__ import annotations

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.payouts.payees.model import masked, payee_account, standing
from finance.payouts.payees.policy import SCOPE, reads
from finance.payouts.tutors.model import tutor
from kit.lists import Column, Filter, ListSpec

_account = payee_account.c

PAYEE_ACCOUNTS = ListSpec(
    name="payeeAccounts",
    path="/tutorpayments/accounts",
    title="Bank details of tutors",
    source=payee_account.join(tutor, tutor.c.id == _account.tutor_id),
    key=_account.id,
    scope=SCOPE,
    may=reads,
    default_sort="-id",
    target="/tutors/{tutorId}/bank-details",
    columns=(
        Column(name="tutor", expression=tutor.c.name, width=180),
        Column(name="holder", expression=_account.holder, title="Account holder", width=180),
        Column(name="account", expression=masked, width=110),
        Column(name="currency", expression=_account.currency, type="select", options=CURRENCY_OPTIONS, width=90),
        Column(name="created", expression=_account.created, title="Entered", type="datetime", width=130),
        Column(name="enteredBy", expression=_account.entered_by_name, title="Entered by", width=160),
        Column(name="replaced", expression=_account.replaced, title="Replaced", type="datetime", width=130),
        Column(name="tutorId", expression=_account.tutor_id, title="Tutor id", type="id", hidden=True, width=80),
        Column(name="id", expression=_account.id, type="id", sortable=True, hidden=True, width=70),
    ),
    filters=(
        Filter(name="tutorId", expression=_account.tutor_id, title="Tutor", options_from="/tutorpayments/tutors"),
        Filter(name="currency", expression=_account.currency, options=CURRENCY_OPTIONS),
        Filter(
            name="standing", kind="boolean", title="Paid to now",
            condition=lambda yes: sa.type_coerce(standing, sa.Boolean) == yes,
        ),
    ),
)  # fmt: skip
