"""Invitations of invigilators: the mail with the signed link for one duty and one invigilator."""

from __future__ import annotations

import datetime as dt
import html
import uuid
from typing import Any

import sqlalchemy as sa

from kit import mail
from kit.database import Tx, first_row
from kit.http.core import full_path
from kit.jobs import Job, JobContext
from kit.mail.once import deliver
from kit.policy import Row
from kit.settings import settings
from kit.signatures import SignedIds
from kit.values.shown import clock, shown
from kit.workflow import Step
from people.exams.sessions.model import exam_room, exam_session, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.places.model import location
from people.places.naming import PLACE

_d, _s, _person = invigilation.c, exam_session.c, TABLES["invigilator"]
_PATH = full_path("/public/invigilation")
OF = sa.select(
    invigilation,
    full_name(_person).label("name"),
    _person.c.email,
    _person.c.user_id,
    _s.title,
    _s.status.label("session_status"),
    PLACE.label("room"),
).select_from(
    invigilation.join(exam_session, _s.id == _d.session_id)
    .join(exam_room, exam_room.c.id == _s.room_id)
    .join(location, location.c.id == exam_room.c.location_id)
    .join(_person, _person.c.id == _d.invigilator_id)
)
"""A duty with its session and its invigilator, for the mail and the page."""


def address(duty_id: int, invigilator_id: int) -> str:
    """Return the address at which one invigilator answers; it changes when somebody else takes the duty over."""
    return f"{settings().public_url}{_PATH}/{invigilator_id}/{links(invigilator_id).secret(duty_id)}"


def links(invigilator_id: int) -> SignedIds:
    """Return the signatures of the duties of one invigilator."""
    return SignedIds(f"invitation of invigilator {invigilator_id}")


def mail_duty(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the invitation of a duty."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"duty": step.row["id"]})
    return {"mailed_at": dt.datetime.now(dt.UTC)}


def mail_session(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the invited invigilators of a session who have had no mail."""
    mine = (_d.session_id == step.row["id"], _d.status == "invited", _d.mailed_at.is_(None))
    asked = sa.update(invigilation).where(*mine).values(mailed_at=sa.func.now(), version=_d.version + 1)
    for duty in tx.execute(asked.returning(_d.id)).scalars().all():
        SEND.enqueue(tx, uuid.uuid4().hex, {"duty": duty})
    return {"mailed_at": dt.datetime.now(dt.UTC)}


def _mail(context: JobContext) -> None:
    """Mail an invigilator who has still to answer."""
    with context.db.read() as connection:
        row = first_row(connection, OF.where(_d.id == context.params["duty"]))
    if row is None or row["status"] == "declined" or not row["email"]:
        return
    link = address(row["id"], row["invigilator_id"])
    body = (
        f"<p>Dear {html.escape(row['name'])},</p><p>can you invigilate {html.escape(row['title'])}, "
        f"{html.escape(when(row))}, in {html.escape(row['room'])}?</p>"
        f'<p>Please confirm or decline here, without signing in: <a href="{link}">{link}</a></p>'
    )
    deliver(
        context,
        mail.Mail(
            to=row["email"], name=row["name"], subject=f"Invigilation {shown(row['starts'], 'datetime')}", html=body
        ),
    )


SEND = Job("mailInvigilator", _mail)


def when(row: Row) -> str:
    """Return the time of a duty in one line."""
    return f"{shown(row['starts'], 'datetime')} to {clock(row['ends'])}"
