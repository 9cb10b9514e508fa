"""The page on which an invigilator confirms or declines without signing in. The link is signed and has one purpose. It
ends when the session begins, or after the configured number of days."""

from __future__ import annotations

import datetime as dt
import html
from typing import Any

import sqlalchemy as sa

from kit.database import Database, first_row
from kit.errors import Refused
from kit.http import pages
from kit.http.core import Answer
from kit.http.pages import Posted
from kit.policy import Actor, Row, as_service
from kit.values.days import today
from people.exams.roster import inviting
from people.exams.rules.model import number
from people.exams.sessions.model import invigilation
from people.exams.sessions.workflow import DUTY_MOVES

POSTS = pages.Posts("invigilation")
SERVICE = as_service("people")
ENDED = "This invitation has ended. Please write to the exams office."
NO_LONGER = "You are no longer asked for this session. Thank you."
ASK = "Please write to the exams office if you can come after all."
_STATES = {"confirm": "confirmed", "decline": "declined"}


def show(db: Database, invigilator_id: int, secret: str) -> Answer:
    """Return the page of an invitation: 404 for an unknown one, 410 for one that has ended."""
    row, answer = db.query(_find, SERVICE, invigilator_id, secret)
    return answer or _page(row)


def receive(db: Database, invigilator_id: int, secret: str, typed: Posted) -> Answer:
    """Make the move of the answer as the invigilator, or return the page with the objections."""
    row, answer = db.query(_find, SERVICE, invigilator_id, secret)
    if answer is not None:
        return answer
    move = typed.one("answer")
    if typed.trapped or move not in _STATES or row["status"] == _STATES[move]:
        return _page(row)
    needs = {"reason": typed.one("reason").strip()[:300]} if move == "decline" else {}
    try:
        with db.transaction(_as_invigilator(row)) as tx:
            DUTY_MOVES.run(tx, row["id"], move, needs)
    except Refused as refusal:  # people read it
        return _page(row, refusal.in_words())
    return _page(row | {"status": _STATES[move]})


def _as_invigilator(row: Row) -> Actor:
    """Return the invigilator of a duty as an actor, with or without an account."""
    return Actor(user_id=row["user_id"] or 0, name=row["name"], persons={"invigilator": row["invigilator_id"]})


def _find(
    connection: sa.Connection, _: Actor, invigilator_id: int, secret: str
) -> tuple[dict[str, Any], Answer | None]:
    duty = inviting.links(invigilator_id).read(secret)
    row = first_row(connection, inviting.OF.where(invigilation.c.id == duty)) if duty else None
    if row is None:
        return {}, pages.unknown()
    if row["invigilator_id"] != invigilator_id or row["session_status"] == "cancelled":
        return row, pages.gone(NO_LONGER)
    now = dt.datetime.now(dt.UTC)
    lasts = dt.timedelta(days=number(connection, "linkDays", today()))
    if row["mailed_at"] is None or row["mailed_at"] + lasts < now or row["starts"] <= now:
        return row, pages.gone(ENDED)
    return row, None


_STATUS_TEXTS = {
    "confirmed": "You have confirmed. Thank you. You can still decline until the session begins.",
    "declined": "You have declined. Thank you for telling us. If you can come after all, confirm.",
}


def _page(row: Row, refusal: str = "") -> Answer:
    status_text = (
        f'<p role="status">{_STATUS_TEXTS[row["status"]]}</p>' if row["status"] in _STATUS_TEXTS and not refusal else ""
    )
    refused = f'<div class="faults" role="alert"><p>{html.escape(refusal)}</p><p>{ASK}</p></div>' if refusal else ""
    body = (
        f"<p>{html.escape(row['name'])}</p><p><b>{html.escape(row['title'])}</b><br>"
        f"{html.escape(inviting.when(row))}<br>{html.escape(row['room'])}</p>"
    )
    confirm = '<button name="answer" value="confirm">Confirm</button> '
    decline = (
        '<p><label>Reason, if you decline <input name="reason" maxlength="300"></label></p>'
        '<button name="answer" value="decline">Decline</button>'
    )
    buttons = ("" if row["status"] == "confirmed" else confirm) + ("" if row["status"] == "declined" else decline)
    form = f'<form method="post">{pages.trap()}{buttons}</form>'
    return pages.page("Invigilation", refused + body + status_text + form, 422 if refusal else 200)
