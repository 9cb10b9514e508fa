"""Digest of notices: one mail with the unread notices of a day or a week, to those who chose it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from jinja2 import Environment

from kit import mail
from kit.database import Database, Tx, all_rows, first_row, upsert
from kit.errors import NotFound
from kit.http import core
from kit.jobs import Job, JobContext, Schedule
from kit.mail import once
from kit.policy import app_of, as_service
from kit.settings import page_address, settings
from kit.signatures import SignedIds
from kit.values.days import in_words, today
from support.directory.model import user
from support.kinds.queries import notice_kinds
from support.notifications.model import DAILY, OFF, WEEKLY, notice_digest, notification

_c = notice_digest.c
PATH = "/notifications/digest"
USERS = SignedIds("digest of user")
MOST = 100
"""Maximum number of notices in one mail; the rest are counted."""
OTHERS = "Other notices"
_HTML = """\
<p>Dear {{ name }},</p>
<p>You have {{ count }} unread {{ 'notice' if count == 1 else 'notices' }}.</p>
{% for title, notices in groups %}<p><b>{{ title }}</b></p>
<ul>{% for notice in notices %}<li>\
{% if notice.link %}<a href="{{ notice.link }}">{{ notice.title }}</a>{% else %}{{ notice.title }}{% endif %}\
{% if notice.text %}<br>{{ notice.text }}{% endif %}</li>
{% endfor %}</ul>
{% endfor %}{% if more %}<p>And {{ more }} older ones.</p>
{% endif %}<p><a href="{{ home }}">Open Staffroom</a></p>
<p><a href="{{ choices }}">Choose how often you get this email</a>, or <a href="{{ stop }}">stop it</a></p>
"""
_html = Environment(autoescape=True).from_string(_HTML)


def choose(tx: Tx, user_id: int, every: str) -> None:
    """Choose how often a user gets the digest. It starts, also after a stop, with future notices; a change from daily
    to weekly continues where it was."""
    mine = notification.c.user_id == user_id
    last = sa.select(sa.func.coalesce(sa.func.max(notification.c.number), 0)).where(mine).scalar_subquery()
    kept = sa.case((_c.every == OFF, last), else_=_c.last_number)
    chosen = {"every": every, "last_number": last}
    tx.execute(upsert(notice_digest, {"user_id": user_id}, chosen, also={"last_number": kept}))


def stop_address(user_id: int) -> str:
    """Return the address at which a user stops the digest without signing in (RFC 8058)."""
    return f"{settings().public_url}{core.full_path(PATH)}/{USERS.secret(user_id)}"


def user_of(secret: str) -> int:
    """Return the user of such an address. Raises NotFound."""
    user_id = USERS.read(secret)
    if user_id is None:
        raise NotFound()
    return user_id


def queue_due(db: Database, day: dt.date) -> int:
    """Queue the digest of each user with unread notices since the last one, once a day; weekly ones on Mondays. Returns
    their number."""
    asked = (DAILY, WEEKLY) if day.weekday() == 0 else (DAILY,)
    new = sa.exists().where(
        notification.c.user_id == _c.user_id, notification.c.number > _c.last_number, notification.c.read.is_(None)
    )
    with db.transaction(as_service("support")) as tx:
        users = list(tx.execute(sa.select(_c.user_id).where(_c.every.in_(asked), new)).scalars())
        for user_id in users:
            MAIL_DIGEST.enqueue(tx, f"{day.isoformat()}-{user_id}", {"user": user_id})
    return len(users)


def _enqueue(context: JobContext) -> dict[str, int]:
    return {"digests": queue_due(context.db, today())}


def _send(context: JobContext) -> dict[str, int]:
    """Mail the digest of one user, at most once. Each notice appears in one digest. Only if a worker dies between claim
    and mark, the same notices come again the next day, since nobody knows whether the mail was sent."""
    user_id = context.params["user"]
    with context.db.read() as connection:
        row = first_row(connection, sa.select(user).where(user.c.id == user_id, user.c.active, user.c.email != ""))
        setting = first_row(connection, sa.select(notice_digest).where(_c.user_id == user_id, _c.every != OFF))
        if row is None or setting is None:
            return {"notices": 0}
        notices = _unread(connection, user_id, setting["last_number"])
        titles = {name: kind.title for name, kind in notice_kinds(connection).items()}
    if not notices or once.deliver(context, _composed(row, notices, titles)) is once.Delivered.BEFORE:
        return {"notices": 0}
    mark = {"last_number": max(notice["number"] for notice in notices), "sent": sa.func.now()}
    context.db.execute(sa.update(notice_digest).where(_c.user_id == user_id).values(**mark))
    return {"notices": len(notices)}


def _unread(connection: sa.Connection, user_id: int, after: int) -> list[dict[str, Any]]:
    """Return the unread notices with a number above `after`, newest first."""
    n = notification.c
    since = sa.select(n.number, n.kind, n.title, n.text, n.target)
    since = since.where(n.user_id == user_id, n.number > after, n.read.is_(None))
    return all_rows(connection, since.order_by(n.number.desc()))


def _composed(row: Mapping[str, Any], notices: list[dict[str, Any]], titles: Mapping[str, str]) -> mail.Mail:
    """Compose the mail: notices by kind, in the order of the settings, each with its link."""
    app = app_of(row["role_ids"])
    groups: dict[str, list[dict[str, str]]] = {title: [] for title in (*titles.values(), OTHERS)}
    for notice in notices[:MOST]:
        link = page_address(app, notice["target"]) if notice["target"] else ""
        shown = {"title": notice["title"], "text": notice["text"], "link": link}
        groups[titles.get(notice["kind"], OTHERS)].append(shown)
    html = _html.render(
        name=row["name"],
        count=len(notices),
        more=max(0, len(notices) - MOST),
        groups=[(title, shown) for title, shown in groups.items() if shown],
        home=page_address(app, "/"),
        choices=page_address(app, "/settings"),
        stop=stop_address(row["id"]),
    )
    count = "1 unread notice" if len(notices) == 1 else f"{len(notices)} unread notices"
    day = in_words(today())
    return mail.Mail(
        to=row["email"], name=row["name"], subject=f"{count}, {day}", html=html, unsubscribe=stop_address(row["id"])
    )


MAIL_DIGEST = Job("mailDigest", _send)
MORNING = Schedule(
    "noticeDigests",
    "FREQ=DAILY;BYHOUR=7;BYMINUTE=30",
    Job("noticeDigests", _enqueue),
    late=dt.timedelta(hours=4),
    title="Digests of notices by email",
)
