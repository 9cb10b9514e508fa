"""The job that mails a link to set a password."""

from __future__ import annotations

import datetime as dt
import secrets

import sqlalchemy as sa
from jinja2 import Template

from identity.accounts import accounts
from identity.accounts.accounts import Account
from identity.accounts.model import password_link
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.sessions.devices import digest
from identity.sessions.rules import LINK_MINUTES, LINKS_AN_HOUR
from kit import mail
from kit.database import Tx
from kit.jobs import Job, JobContext
from kit.policy import app_of
from kit.settings import page_address

_TEXT = """\
Hello {{ name }},

somebody, most likely you, asked for a new password for your account {{ username }} at Staffroom.
Choose one here within {{ minutes }} minutes; the link works once:

{{ link }}

If it was not you, there is nothing to do: your password stays as it is.
"""
_HTML = """\
<p>Hello {{ name }},</p>
<p>somebody, most likely you, asked for a new password for your account <b>{{ username }}</b> at Staffroom.</p>
<p><a href="{{ link }}">Choose a new password</a> within {{ minutes }} minutes; the link works once.</p>
<p>If it was not you, there is nothing to do: your password stays as it is.</p>
"""


def _send_link(context: JobContext) -> None:
    """Find the user, make a link, mail it. Does nothing where there is no such user, or too many links this hour."""
    account = context.db.query(accounts.account_known_as, context.params["username"])
    if account is None or not account.active or not account.email:
        return
    with context.db.transaction(context.actor) as tx:
        secret = _link(tx, account)
    if secret is None:
        return
    values = {
        "name": account.name,
        "username": account.username,
        "minutes": LINK_MINUTES,
        "link": page_address(app_of(account.role_ids), f"/password/change?token={secret}"),
    }
    text = Template(_TEXT).render(values)
    html = Template(_HTML, autoescape=True).render(values)
    mail.send(mail.Mail(to=account.email, subject="Your Staffroom password", html=html, text=text))


def _link(tx: Tx, account: Account) -> str | None:
    link = password_link
    recent = sa.and_(link.c.user_id == account.id, link.c.created > sa.func.now() - dt.timedelta(hours=1))
    if tx.scalar(sa.select(sa.func.count()).select_from(link).where(recent)) >= LINKS_AN_HOUR:
        return None
    secret = secrets.token_urlsafe(32)
    expires = sa.func.now() + dt.timedelta(minutes=LINK_MINUTES)
    tx.execute(sa.insert(link).values(hash=digest(secret), user_id=account.id, expires=expires))
    audit.record(tx, Kind.PASSWORD_LINK, user_id=account.id, detail="mailed")
    return secret


SEND_LINK = Job("sendPasswordLink", _send_link)
