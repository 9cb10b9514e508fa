"""`GET /tutorpayments/accounts`: who has bank details and since when, including former ones. Numbers are masked."""

from __future__ import annotations

import sqlalchemy as sa

from finance.payouts.invigilators.model import invigilator
from finance.payouts.payees import attributes
from finance.payouts.payees.fields import PAYEE_ACCOUNT
from finance.payouts.payees.model import payee_account, standing
from finance.payouts.tutors.model import tutor
from kit.lists import Column, Filter, ListSpec

_account = payee_account.c
_SCREEN = sa.case((_account.tutor_id.is_not(None), "tutors"), else_="invigilators")

PAYEE_ACCOUNTS = ListSpec(
    name="payeeAccounts",
    title="Bank details of tutors and invigilators",
    record=PAYEE_ACCOUNT,
    source=payee_account.outerjoin(tutor, tutor.c.id == _account.tutor_id).outerjoin(
        invigilator, invigilator.c.id == _account.invigilator_id
    ),
    default_sort="-id",
    target="/{screen}/{personId}/bank-details",
    columns=attributes.PAYEE_ACCOUNT.columns(
        Column(name="tutor", expression=sa.func.coalesce(tutor.c.name, invigilator.c.name), title="Paid to", width=180),
        *("holder", "account", "currency"),
        Column(name="created", expression=_account.created, title="Entered", type="datetime", width=130),
        *("enteredBy", "replaced", "tutorId", "invigilatorId"),
        Column(name="screen", expression=_SCREEN, hidden=True),
        Column(
            name="personId",
            expression=sa.func.coalesce(_account.tutor_id, _account.invigilator_id),
            type="id",
            hidden=True,
        ),
        Column(name="id", expression=_account.id, type="id", sortable=True, hidden=True, width=70),
    ),
    filters=attributes.PAYEE_ACCOUNT.filters(
        "tutorId",
        "invigilatorId",
        "currency",
        Filter(
            name="standing",
            kind="boolean",
            title="Paid to now",
            condition=lambda yes: sa.type_coerce(standing, sa.Boolean) == yes,
        ),
    ),
)
