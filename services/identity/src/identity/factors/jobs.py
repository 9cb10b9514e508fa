"""The job that mails a user news of their second factors."""

from __future__ import annotations

import datetime as dt
import uuid

from jinja2 import Template

from identity.accounts import accounts as users
from kit import mail
from kit.database import Tx
from kit.jobs import Job, JobContext
from kit.policy import app_of
from kit.settings import page_address, settings

_NEWS = {
    "added": ("A second factor was added", "the second factor {{ detail }} was added to your account."),
    "removed": (
        "A second factor was removed",
        "the second factor {{ detail }} was removed from your account.",
    ),
    "reset": (
        "Your second factors were removed",
        "a system administrator removed the second factors of your account. You can add new ones when you sign in.",
    ),
    "recoveryCode": (
        "A recovery code was used",
        "a recovery code of your account was used. You have {{ detail }} left, and can make new ones.",
    ),
    "wrongCodes": (
        "Somebody knows your password",
        "somebody typed the password of your account, and then many wrong codes. They could not sign in.",
    ),
}
"""Subject and sentence of each kind of news."""
_TEXT = """\
Hello {{ name }},

{{ sentence }} The account is {{ username }} at Staffroom.

If it was not you, please set a new password now, and tell {{ support }}:

{{ link }}
"""
_HTML = """\
<p>Hello {{ name }},</p>
<p>{{ sentence }} The account is <b>{{ username }}</b> at Staffroom.</p>
<p>If it was not you, please <a href="{{ link }}">set a new password</a> now, and tell {{ support }}.</p>
"""


def _send(context: JobContext) -> None:
    """Mail the news. Do nothing if the user has no address."""
    account = context.db.query(users.account, context.params["userId"])
    if not account.email:
        return
    subject, sentence = _NEWS[context.params["news"]]
    values = {
        "name": account.name,
        "username": account.username,
        "sentence": Template(sentence).render(detail=context.params["detail"]),
        "support": settings().support_email,
        "link": page_address(app_of(account.role_ids), "/password/change"),
    }
    text = Template(_TEXT).render(values)
    html = Template(_HTML, autoescape=True).render(values)
    mail.send(mail.Mail(to=account.email, subject=subject, html=html, text=text))


TELL = Job("tellOfSecondFactor", _send)


def tell(tx: Tx, user_id: int, news: str, detail: str = "", *, once_a_day: bool = False) -> None:
    """Mail a user a piece of news after the commit."""
    key = f"{user_id} {news} {dt.datetime.now(dt.UTC).date()}" if once_a_day else uuid.uuid4().hex
    TELL.enqueue(tx, key, {"userId": user_id, "news": news, "detail": detail})
