"""Notices and mails about changed bank details, so that an unexpected change is noticed before money is paid.

Both name the payee, the currency, the author and the time; a mail also has the last four digits, and no other digits.
"""

from __future__ import annotations

import sqlalchemy as sa
from jinja2 import Environment

from finance.events import NOTIFICATION_RAISED
from finance.payouts.invigilators.model import invigilator
from finance.payouts.payees.model import payee_account
from finance.payouts.payees.people import Payee
from finance.payouts.tutors.model import tutor
from kit import mail
from kit.database import Tx, first_row
from kit.jobs import Job, JobContext
from kit.values.shown import shown

OWN_SCREEN = "/my/bank-details"
_account = payee_account.c

_HTML = """\
<p>Dear {{ name }},</p>
<p>the bank details to which you are paid in {{ currency }} were changed on {{ day }} by {{ by }}.
Payments go from now on to the account of {{ holder }} that ends in <b>{{ last_four }}</b>.</p>
<p><b>If you did not ask for this, please telephone the accounts office at once.</b> Please do not answer this mail, and
do not send bank details by mail.</p>
"""
_html = Environment(autoescape=True)


def raise_notices(tx: Tx, payee: Payee, currency: str, by: str) -> None:
    """Notify the payee and all of accounts, including the author."""
    notice = {
        "kind": "bankDetails",
        "text": f"In {currency}, by {by}. Not expected? Please ask before the next payment.",
    }
    to_payee = {
        "title": "Your bank details were changed",
        "target": OWN_SCREEN,
        "persons": [{"kind": payee.kind, "id": payee.id}],
    }
    to_accounts = {
        "title": f"Bank details of {payee.name(tx)} were changed",
        "target": f"/{payee.kind}s/{payee.id}/bank-details",
        "roleIds": ["accounting"],
    }
    for audience in (to_payee, to_accounts):
        tx.publish(NOTIFICATION_RAISED, payee.id, {**notice, **audience})


def _mail_change(context: JobContext) -> None:
    """Mail the payee. A retry of the job may send a second copy, which is better than none."""
    columns = (_account.currency, _account.holder, _account.last_four, _account.created, _account.entered_by_name)
    name, email = (sa.func.coalesce(tutor.c[one], invigilator.c[one]).label(one) for one in ("name", "email"))
    statement = sa.select(name, email, *columns).select_from(
        payee_account.outerjoin(tutor, _account.tutor_id == tutor.c.id).outerjoin(
            invigilator, _account.invigilator_id == invigilator.c.id
        )
    )
    with context.db.read() as connection:
        row = first_row(connection, statement.where(_account.id == context.params["account"]))
    if row is None or not row["email"]:
        return
    day = shown(row["created"])
    html = _html.from_string(_HTML).render(row, by=row["entered_by_name"], day=day)
    mail.send(mail.Mail(to=row["email"], name=row["name"], subject="Your bank details were changed", html=html))


MAIL_CHANGE = Job("mailBankDetailsChange", _mail_change)
