"""The job that mails a link to set a password."""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass

import sqlalchemy as sa
from jinja2 import Template

from identity.accounts import accounts
from identity.accounts.accounts import Account
from identity.accounts.model import password_link
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.sessions.devices import digest
from identity.sessions.rules import LINK_MINUTES, LINKS_AN_HOUR, WELCOME_DAYS
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


_WELCOME_TEXT = """\
Hello {{ name }},

welcome to Staffroom. We have created an account for you; your username is {{ username }}.
Choose a password here within {{ days }} days; the link works once:

{{ link }}

If the link has ended, get a new one under "Forgotten your password?" on the sign-in page: {{ home }}
"""
_WELCOME_HTML = """\
<p>Hello {{ name }},</p>
<p>welcome to Staffroom. We have created an account for you; your username is <b>{{ username }}</b>.</p>
<p><a href="{{ link }}">Choose a password</a> within {{ days }} days; the link works once.</p>
<p>If the link has ended, get a new one under "Forgotten your password?" on
<a href="{{ home }}">the sign-in page</a>.</p>
"""


@dataclass(frozen=True)
class _Letter:
    """An email with a link to set a password: its subject, its texts, and how long the link works."""

    subject: str
    text: str
    html: str
    works: dt.timedelta


_FORGOTTEN = _Letter("Your Staffroom password", _TEXT, _HTML, dt.timedelta(minutes=LINK_MINUTES))
_WELCOME = _Letter("Your Staffroom account", _WELCOME_TEXT, _WELCOME_HTML, dt.timedelta(days=WELCOME_DAYS))


def _send_link(context: JobContext) -> None:
    """Find the user, create a link and mail it; `welcome` is for a new account. Do nothing if there is no such user, or
    after too many links this hour."""
    letter = _WELCOME if context.params.get("welcome") else _FORGOTTEN
    account = context.db.query(accounts.account_known_as, context.params["username"])
    if account is None or not account.active or not account.email:
        return
    with context.db.transaction(context.actor) as tx:
        secret = _link(tx, account, letter.works)
    if secret is None:
        return
    values = {
        "name": account.name,
        "username": account.username,
        "minutes": LINK_MINUTES,
        "days": WELCOME_DAYS,
        "link": page_address(app_of(account.role_ids), f"/password/change?token={secret}"),
        "home": page_address(app_of(account.role_ids), "/"),
    }
    text = Template(letter.text).render(values)
    html = Template(letter.html, autoescape=True).render(values)
    mail.send(mail.Mail(to=account.email, subject=letter.subject, html=html, text=text))


def _link(tx: Tx, account: Account, works: dt.timedelta) -> str | None:
    """Create a link that works once; None after too many this hour."""
    link = password_link
    recent = sa.and_(link.c.user_id == account.id, link.c.created > sa.func.now() - dt.timedelta(hours=1))
    if tx.scalar(sa.select(sa.func.count()).select_from(link).where(recent)) >= LINKS_AN_HOUR:
        return None
    secret = secrets.token_urlsafe(32)
    expires = sa.func.now() + works
    tx.execute(sa.insert(link).values(hash=digest(secret), user_id=account.id, expires=expires))
    audit.record(tx, Kind.PASSWORD_LINK, user_id=account.id, detail="mailed")
    return secret


SEND_LINK = Job("sendPasswordLink", _send_link)
