"""Invitations of invigilators: the mail with a link, and the page on which they confirm or decline without signing in.
The link is signed, has one purpose, and ends when the session begins, or after the days that a rule says."""

from __future__ import annotations

import datetime as dt
import html
import uuid
from typing import Any

import sqlalchemy as sa

from kit import mail
from kit.database import Tx, first_row
from kit.http import pages
from kit.http.core import Answer, full_path
from kit.http.pages import Posted
from kit.jobs import Job, JobContext
from kit.mail.once import deliver
from kit.policy import Row
from kit.settings import settings
from kit.signatures import SignedIds
from kit.values.days import today
from kit.values.shown import clock, shown
from kit.workflow import Step
from people.exams.roster import booked
from people.exams.rules.model import number
from people.exams.sessions.model import exam_room, exam_session, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE

_d, _s, _person = invigilation.c, exam_session.c, TABLES["invigilator"]
POSTS = pages.Posts("invigilation")
_PATH = full_path("/public/invigilation")
ENDED = "This invitation has ended. Please write to the exams office."
NO_LONGER = "You are no longer asked for this session. Thank you."
_OF = sa.select(
    invigilation, full_name(_person).label("name"), _person.c.email, _s.title, _s.status.label("session_status"),
    PLACE.label("room"),
).select_from(
    invigilation.join(exam_session, _s.id == _d.session_id)
    .join(exam_room, exam_room.c.id == _s.room_id)
    .join(location, location.c.id == exam_room.c.location_id)
    .join(_person, _person.c.id == _d.invigilator_id)
)  # fmt: skip


def address(duty_id: int, invigilator_id: int) -> str:
    """Return the address at which one invigilator answers: a duty that somebody else took over has another."""
    return f"{settings().public_url}{_PATH}/{invigilator_id}/{links(invigilator_id).secret(duty_id)}"


def links(invigilator_id: int) -> SignedIds:
    """Return the signatures of the duties of one invigilator."""
    return SignedIds(f"invitation of invigilator {invigilator_id}")


def mail_duty(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the invitation of a duty."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"duty": step.row["id"]})
    return {"mailed_at": dt.datetime.now(dt.UTC)}


def mail_session(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail those of a session who are invited and have had no mail."""
    mine = (_d.session_id == step.row["id"], _d.status == "invited", _d.mailed_at.is_(None))
    asked = sa.update(invigilation).where(*mine).values(mailed_at=sa.func.now(), version=_d.version + 1)
    for duty in tx.execute(asked.returning(_d.id)).scalars().all():
        SEND.enqueue(tx, uuid.uuid4().hex, {"duty": duty})
    return {"mailed_at": dt.datetime.now(dt.UTC)}


def _mail(context: JobContext) -> None:
    """Mail an invigilator who is still asked."""
    with context.db.read() as connection:
        row = first_row(connection, _OF.where(_d.id == context.params["duty"]))
    if row is None or row["status"] == "declined" or not row["email"]:
        return
    link, when = address(row["id"], row["invigilator_id"]), html.escape(_when(row))
    body = (
        f"<p>Dear {html.escape(row['name'])},</p><p>can you invigilate {html.escape(row['title'])}, {when}, in "
        f"{html.escape(row['room'])}?</p>"
        f'<p>Please confirm or decline here, without signing in: <a href="{link}">{link}</a></p>'
    )
    deliver(context, mail.Mail(
        to=row["email"], name=row["name"], subject=f"Invigilation {shown(row['starts'], 'datetime')}", html=body
    ))  # fmt: skip


SEND = Job("mailInvigilator", _mail)


def _when(row: Row) -> str:
    return f"{shown(row['starts'], 'datetime')} to {clock(row['ends'])}"


def _find(tx: Tx, invigilator_id: int, secret: str) -> tuple[dict[str, Any], Answer | None]:
    duty = links(invigilator_id).read(secret)
    row = tx.one(_OF.where(_d.id == duty).with_for_update(of=invigilation)) if duty else None
    if row is None:
        return {}, pages.unknown()
    if row["invigilator_id"] != invigilator_id or row["session_status"] == "cancelled":
        return row, pages.gone(NO_LONGER)
    now = dt.datetime.now(dt.UTC)
    lasts = dt.timedelta(days=number(tx, "linkDays", today()))
    if row["mailed_at"] is None or row["mailed_at"] + lasts < now or row["starts"] <= now:
        return row, pages.gone(ENDED)
    return row, None


def show(tx: Tx, invigilator_id: int, secret: str) -> Answer:
    """Return the page of an invitation: 404 for an unknown one, 410 for one that has ended."""
    row, answer = _find(tx, invigilator_id, secret)
    return answer or _page(row)


def receive(tx: Tx, invigilator_id: int, secret: str, typed: Posted) -> Answer:
    """Keep the answer of an invigilator."""
    row, answer = _find(tx, invigilator_id, secret)
    if answer is not None:
        return answer
    status = {"confirm": "confirmed", "decline": "declined"}.get(typed.one("answer"))
    if typed.trapped or status is None:
        return _page(row)
    reason = typed.one("reason").strip()[:300] if status == "declined" else ""
    values = {"status": status, "reason": reason, "answered_at": sa.func.now(), "version": _d.version + 1}
    tx.execute(sa.update(invigilation).where(_d.id == row["id"]).values(values))
    booked.follow(tx, row["session_id"])
    return _page(row | {"status": status})


_STATES = {
    "confirmed": "You have confirmed. Thank you. You can still decline until the session begins.",
    "declined": "You have declined. Thank you for telling us. If you can come after all, confirm.",
}


def _page(row: Row) -> Answer:
    status_text = _STATES.get(row["status"], "")
    body = (
        f"<p>{html.escape(row['name'])}</p><p><b>{html.escape(row['title'])}</b><br>{html.escape(_when(row))}<br>"
        f"{html.escape(row['room'])}</p>" + (f'<p role="status">{status_text}</p>' if status_text else "")
    )
    confirm = '<button name="answer" value="confirm">Confirm</button> '
    decline = (
        '<p><label>Reason, if you decline <input name="reason" maxlength="300"></label></p>'
        '<button name="answer" value="decline">Decline</button>'
    )
    buttons = ("" if row["status"] == "confirmed" else confirm) + ("" if row["status"] == "declined" else decline)
    return pages.page("Invigilation", f'{body}<form method="post">{pages.trap()}{buttons}</form>')
