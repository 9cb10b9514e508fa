"""Mails of notices, to those who chose them for the kind."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from dataclasses import asdict

import sqlalchemy as sa
from jinja2 import Environment

from kit import mail
from kit.database import Tx, first_row
from kit.jobs import Job, JobContext
from kit.mail import once
from kit.policy import app_of
from kit.settings import page_address
from support.directory.model import user
from support.kinds.queries import notice_kinds
from support.notifications.kinds import Notice
from support.notifications.model import notice_setting

_HTML = """\
<p>Dear {{ name }},</p>
<p><b>{{ title }}</b></p>
{% if text %}<p>{{ text }}</p>{% endif %}
{% for line in details %}<p>{{ line }}</p>
{% endfor -%}
<p><a href="{{ link }}">Open it in Staffroom</a></p>
<p><a href="{{ choices }}">Choose which emails you get</a></p>
"""
_html = Environment(autoescape=True).from_string(_HTML)


def send(
    tx: Tx, user_ids: Sequence[int], notice: Notice, event_id: uuid.UUID | None, mailed: Collection[int]
) -> set[int]:
    """Queue the mails of a notice to the users who get them by choice or, without one, by its kind, except those
    `mailed` otherwise; returns those who want no notice in the bell. One mail per user and event."""
    kind = notice_kinds(tx.connection).get(notice.kind) if user_ids else None
    if kind is None:
        return set()
    mine = sa.and_(notice_setting.c.user_id.in_(user_ids), notice_setting.c.kind == kind.name)
    chosen = {row["user_id"]: row for row in tx.all(sa.select(notice_setting).where(mine))}
    occasion = event_id or uuid.uuid4()
    for user_id in [user_id for user_id in user_ids if user_id not in mailed]:
        if chosen[user_id]["mail"] if user_id in chosen else kind.mail:
            MAIL_NOTICE.enqueue(tx, f"{occasion}-{user_id}", {"user": user_id, **asdict(notice)})
    return {row["user_id"] for row in chosen.values() if not row["bell"] and not kind.must}


def _mail_notice(context: JobContext) -> None:
    """Mail the notice at most once, if the user is active and has an address: the bell has it too."""
    params = context.params
    statement = sa.select(user.c.name, user.c.email, user.c.role_ids).where(user.c.id == params["user"], user.c.active)
    with context.db.read() as connection:
        row = first_row(connection, statement)
    if row is None or not row["email"]:
        return
    app = app_of(row["role_ids"])
    links = {"link": _address(app, params["target"]), "choices": _address(app, "/settings")}
    html = _html.render(name=row["name"], **{name: params.get(name) for name in ("title", "text", "details")}, **links)
    once.deliver(context, mail.Mail(to=row["email"], name=row["name"], subject=params["title"], html=html))


def _address(app: str, target: str) -> str:
    """Return the address of a screen; for a target elsewhere, that of Home."""
    return page_address(app, target if target.startswith("/") else "/")


MAIL_NOTICE = Job("mailNotice", _mail_notice)
