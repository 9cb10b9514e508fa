"""Referees: the mail with their link, and the page on which they answer."""

from __future__ import annotations

import datetime as dt
import html
import uuid
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.http import pages
from kit.http.core import Answer, full_path
from kit.http.fields import Field, form, read
from kit.http.pages import Posted
from kit.jobs import Job, JobContext
from kit.mail import RecordOfMail
from kit.policy import Row, as_service
from kit.settings import settings
from kit.signatures import SignedIds
from kit.values.days import today
from kit.values.texts import REQUIRED
from kit.workflow import Step
from people.applications import notices, rules
from people.applications.model import application, application_reference
from people.mails import came_back, send_about

_r, _a = application_reference.c, application.c
LINKS = SignedIds("reference of a tutor application")
DAYS = 7
POSTS = pages.Posts("reference")
_PATH = full_path("/public/reference")
_USED = "We have already received your reference. Thank you."
_ENDED = "This reference is no longer needed. Thank you."
_TITLE = "Reference for a tutor"
_THANKS = "We have received your reference. The applicant does not see it."


def address(reference_id: int) -> str:
    """Return the address of a referee's page."""
    return f"{settings().public_url}{_PATH}/{LINKS.secret(reference_id)}"


def ask(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the link of a referee, and start the time until it is due."""
    send(tx, step.row["id"])
    return {"asked": sa.func.now(), "due": today() + dt.timedelta(days=DAYS)}


def ask_all(tx: Tx, application_id: int) -> None:
    """Ask the referees of an application who were not asked yet."""
    named = sa.and_(_r.application_id == application_id, _r.status == "named")
    due = today() + dt.timedelta(days=DAYS)
    values = {"status": "asked", "asked": sa.func.now(), "due": due, "version": _r.version + 1}
    for row in tx.all(sa.update(application_reference).where(named).values(values).returning(_r.id)):
        send(tx, row["id"])


def send(tx: Tx, reference_id: int) -> None:
    """Queue the mail with the link of a referee."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"reference": reference_id})


def enter(tx: Tx, step: Step) -> dict[str, Any]:
    """Keep a reference that came on paper or by telephone."""
    return {"received": sa.func.now(), "signed_name": f"Entered by {tx.actor.name}"}


_OF = sa.select(
    application_reference,
    _a.first_name,
    _a.last_name,
    _a.status.label("stage"),
).join(application, _a.id == _r.application_id)


def _mail(context: JobContext) -> None:
    """Mail a referee who has still to answer. A retry of the job may send a second copy, which is better than none."""
    with context.db.read() as connection:
        row = first_row(connection, _OF.where(_r.id == context.params["reference"]))
    if row is None or row["status"] != "asked" or row["stage"] not in rules.OPEN:
        return
    name = html.escape(f"{row['first_name']} {row['last_name']}")
    link = address(row["id"])
    body = (
        f"<p>Dear {html.escape(row['name'])},</p><p>{name} has applied to us as a tutor and named you as a referee. "
        f'Please answer a few questions: <a href="{link}">{link}</a></p>'
        "<p>The link is for you alone. The applicant does not see your answer.</p>"
    )
    subject = f"Reference for {row['first_name']} {row['last_name']}"
    record = RecordOfMail("referee", row["application_id"], row["id"])
    refusal = send_about(record, str(context.id), to=row["email"], name=row["name"], subject=subject, body=body)
    if refusal:
        with context.db.transaction(as_service("people")) as tx:
            not_reached(tx, row, refusal)


def not_reached(tx: Tx, row: Row, reason: str) -> None:
    """Stop the reminders of a referee to whom no mail can be sent, and ask the office for another address."""
    values = {"due": None, "mail_problem": came_back(row["email"], reason), "version": _r.version + 1}
    tx.execute(sa.update(application_reference).where(_r.id == row["id"]).values(values))
    notices.referee_not_reached(tx, row)


SEND = Job("mailReferee", _mail)


def _find(tx: Tx, secret: str) -> tuple[dict[str, Any], Answer | None]:
    number = LINKS.read(secret)
    row = tx.one(_OF.where(_r.id == number).with_for_update(of=application_reference)) if number else None
    if row is None:
        return {}, pages.unknown()
    if row["status"] == "received":
        return row, pages.gone(_USED)
    if row["status"] != "asked" or row["stage"] not in rules.OPEN:
        return row, pages.gone(_ENDED)
    return row, None


_YES_NO = (("no", "No"), ("yes", "Yes"))
FIELDS = (
    Field("signedName", "Your name", required=True, most=200),
    Field("knownFor", "How do you know the applicant, and since when?", required=True, most=200),
    Field(
        "rating",
        "Would you recommend them as a tutor?",
        "choice",
        required=True,
        options=tuple((str(one.value), one.label) for one in rules.RATING),
    ),
    Field("words", "Their work, and their work with young people", "multiline", required=True, least=50, most=5000),
    Field(
        "concern",
        "Do you know a reason why they should not work with children?",
        "choice",
        required=True,
        options=_YES_NO,
    ),
    Field("concernWords", "If so, please give details", "multiline", most=5000),
)


def show(tx: Tx, secret: str) -> Answer:
    """Return the page of a referee: 404 for an unknown one, 410 for one that has ended."""
    row, answer = _find(tx, secret)
    return answer or _page(row, Posted({}), {})


def receive(tx: Tx, secret: str, typed: Posted) -> Answer:
    """Keep a reference, or return the page with its faults."""
    row, answer = _find(tx, secret)
    if answer is not None:
        return answer
    if typed.trapped:
        return pages.message("Thank you", _THANKS)
    values, faults = read(FIELDS, typed)
    if values.get("concern") == "yes" and values.get("concernWords") == "":
        faults["concernWords"] = REQUIRED
    if faults:
        return _page(row, typed, faults, 422)
    columns = {
        "status": "received",
        "received": sa.func.now(),
        "signed_name": values["signedName"],
        "known_for": values["knownFor"],
        "rating": values["rating"],
        "words": values["words"],
        "concern": values["concern"] == "yes",
        "concern_words": values["concernWords"],
        "version": _r.version + 1,
    }
    tx.execute(sa.update(application_reference).where(_r.id == row["id"]).values(columns))
    notices.reference_received(tx, row)
    return pages.message("Thank you", _THANKS)


def _page(row: Row, typed: Posted, faults: dict[str, str], status: int = 200) -> Answer:
    name = html.escape(f"{row['first_name']} {row['last_name']}")
    intro = f'<p class="help">For {name}, who has applied to us as a tutor. They do not see your answer.</p>'
    return pages.page(_TITLE, intro + form(FIELDS, typed, faults, "Send reference"), status)
