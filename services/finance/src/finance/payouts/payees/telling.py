"""Notices and mails of changed bank details, so that a change nobody asked for is noticed before money goes there.

Notices and mails say whose, in which currency, by whom and when; a mail besides the last four digits, nothing more.
"""

from __future__ import annotations

import datetime as dt

import sqlalchemy as sa
from jinja2 import Environment

from finance.days import LONDON
from finance.events import NOTIFICATION_RAISED
from finance.payouts.payees.model import payee_account
from finance.payouts.tutors.model import tutor
from kit import mail
from kit.database import Tx
from kit.jobs import Job, JobContext

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


def raise_notices(tx: Tx, tutor_id: int, name: str, currency: str, by: str) -> None:
    """A notice in the bell of the tutor and of everybody in accounts, who changed it included."""
    said = {"kind": "bankDetails", "text": f"In {currency}, by {by}. Not expected? Please ask before the next payment."}
    yours = {
        "title": "Your bank details were changed",
        "target": OWN_SCREEN,
        "persons": [{"kind": "tutor", "id": tutor_id}],
    }
    theirs = {
        "title": f"Bank details of {name} were changed",
        "target": f"/tutors/{tutor_id}/bank-details",
        "roleIds": ["accounting"],
    }
    for whose in (yours, theirs):
        tx.publish(NOTIFICATION_RAISED, tutor_id, {**said, **whose})


def _mail_change(context: JobContext) -> None:
    """Mail the tutor; a repeated run sends a second copy, which harms less than none."""
    columns = (_account.currency, _account.holder, _account.last_four, _account.created, _account.entered_by_name)
    wanted = sa.select(tutor.c.name, tutor.c.email, *columns).join(payee_account, _account.tutor_id == tutor.c.id)
    with context.db.read() as connection:
        row = connection.execute(wanted.where(_account.id == context.params["account"])).mappings().first()
    if row is None or not row["email"]:
        return
    created: dt.datetime = row["created"]
    words = {
        **row,
        "by": row["entered_by_name"],
        "day": f"{created.astimezone(LONDON):%d/%m/%y at %H:%M}",
    }
    html = _html.from_string(_HTML).render(words)
    mail.send(mail.Mail(to=row["email"], name=row["name"], subject="Your bank details were changed", html=html))


MAIL_CHANGE = Job("mailBankDetailsChange", _mail_change)
