"""`GET /tutorpayments/accounts`: who has bank details and since when, the former ones too. Numbers are masked."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.payees import attributes
from finance.payouts.payees.fields import PAYEE_ACCOUNT
from finance.payouts.payees.model import payee_account, standing
from finance.payouts.tutors.model import tutor
from kit.lists import Column, Filter, ListSpec

_account = payee_account.c

PAYEE_ACCOUNTS = ListSpec(
    name="payeeAccounts",
    title="Bank details of tutors",
    record=PAYEE_ACCOUNT,
    source=payee_account.join(tutor, tutor.c.id == _account.tutor_id),
    default_sort="-id",
    target="/tutors/{tutorId}/bank-details",
    columns=attributes.PAYEE_ACCOUNT.columns(
        Column(name="tutor", expression=tutor.c.name, width=180),
        *("holder", "account", "currency"),
        Column(name="created", expression=_account.created, title="Entered", type="datetime", width=130),
        *("enteredBy", "replaced", "tutorId"),
        Column(name="id", expression=_account.id, type="id", sortable=True, hidden=True, width=70),
    ),
    filters=attributes.PAYEE_ACCOUNT.filters(
        "tutorId",
        "currency",
        Filter(
            name="standing",
            kind="boolean",
            title="Paid to now",
            condition=lambda yes: sa.type_coerce(standing, sa.Boolean) == yes,
        ),
    ),
)
