"""Mails of notices, to those who chose them for the kind."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import asdict

import sqlalchemy as sa
from jinja2 import Environment

from kit import mail
from kit.database import Tx, first_row
from kit.jobs import Job, JobContext
from kit.settings import settings
from support.directory.model import user
from support.notifications.kinds import BY_NAME, Notice
from support.notifications.model import notice_setting

_HTML = """\
<p>Dear {{ name }},</p>
<p><b>{{ title }}</b></p>
{% if text %}<p>{{ text }}</p>{% endif %}
<p><a href="{{ link }}">Open it in Staffroom</a></p>
<p>You asked for these emails. <a href="{{ choices }}">Change which you get</a></p>
"""
_html = Environment(autoescape=True).from_string(_HTML)


def send(tx: Tx, user_ids: Sequence[int], notice: Notice, event_id: uuid.UUID | None) -> set[int]:
    """Enqueue the mails of a notice to those of the users who chose them; returns those who want no notice in the
    bell. One mail per user and event."""
    kind = BY_NAME.get(notice.kind)
    if kind is None or not user_ids:
        return set()
    mine = sa.and_(notice_setting.c.user_id.in_(user_ids), notice_setting.c.kind == kind.name)
    chosen = tx.all(sa.select(notice_setting).where(mine).order_by(notice_setting.c.user_id))
    occasion = event_id or uuid.uuid4()
    for row in chosen:
        if row["mail"]:
            MAIL_NOTICE.enqueue(tx, f"{occasion}-{row['user_id']}", {"user": row["user_id"], **asdict(notice)})
    return {row["user_id"] for row in chosen if not row["bell"] and not kind.must}


def _mail_notice(context: JobContext) -> None:
    """Mail the notice, if the user is active and has an address. A retry of the job may send a second copy."""
    params = context.params
    statement = sa.select(user.c.name, user.c.email).where(user.c.id == params["user"], user.c.active)
    with context.db.read() as connection:
        row = first_row(connection, statement)
    if row is None or not row["email"]:
        return
    links = {"link": _address(params["target"]), "choices": _address("/settings")}
    html = _html.render(name=row["name"], title=params["title"], text=params["text"], **links)
    mail.send(mail.Mail(to=row["email"], name=row["name"], subject=params["title"], html=html))


def _address(target: str) -> str:
    return f"{settings().public_url}/#{target if target.startswith('/') else '/'}"


MAIL_NOTICE = Job("mailNotice", _mail_notice)
