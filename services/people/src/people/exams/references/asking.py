"""Requests to teachers: the mail with their link, and the page on which they answer. The link is signed and has one
purpose. It ends when it is used, when the reference is no longer needed, and the configured number of days after the
due day."""

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
from kit.http.fields import Field, form, read
from kit.http.pages import Posted
from kit.jobs import Job, JobContext
from kit.policy import Row
from kit.settings import settings
from kit.signatures import SignedIds
from kit.values import Integer
from kit.values.days import today
from kit.workflow import Step
from people.exams.components.lists import EXAM_TITLE
from people.exams.entries.model import exam_entry
from people.exams.entries.queries import SOURCE
from people.exams.references.model import teacher_reference
from people.exams.rules.model import number
from people.persons.model import TABLES
from people.persons.queries import full_name

_r = teacher_reference.c
LINKS = SignedIds("reference of a teacher")
POSTS = pages.Posts("teacherReference")
_PATH = full_path("/public/examreference")
_USED = "Your reference has already been received. Thank you."
_ENDED = "This reference is no longer needed. Thank you."
_THANKS = "We have received your reference. The candidate does not see it."
_OF = sa.select(
    teacher_reference, full_name(TABLES["candidate"]).label("candidate"), EXAM_TITLE.label("exam")
).select_from(teacher_reference.join(SOURCE, exam_entry.c.id == _r.entry_id))


def address(reference_id: int) -> str:
    """Return the address of a teacher's page."""
    return f"{settings().public_url}{_PATH}/{LINKS.secret(reference_id)}"


def ask(tx: Tx, step: Step) -> dict[str, Any]:
    """Mail the link of a teacher, and start the time until it is due."""
    SEND.enqueue(tx, uuid.uuid4().hex, {"reference": step.row["id"]})
    return {"asked": sa.func.now(), "due": today() + dt.timedelta(days=number(tx, "referenceDays", today()))}


def _mail(context: JobContext) -> None:
    """Mail a teacher who has still to answer. A retry of the job may send a second copy, which is better than none."""
    with context.db.read() as connection:
        row = first_row(connection, _OF.where(_r.id == context.params["reference"]))
    if row is None or row["status"] != "asked":
        return
    link, about = address(row["id"]), f"{row['candidate']}, {row['exam']}"
    body = (
        f"<p>Dear {html.escape(row['teacher'])},</p><p>we assess {html.escape(about)}, and ask you for the grade that "
        f'the work deserves, with the evidence: <a href="{link}">{link}</a></p>'
        "<p>The link is yours alone. The candidate does not see your answer.</p>"
    )
    mail.send(mail.Mail(to=row["email"], name=row["teacher"], subject=f"Reference for {about}", html=body))


SEND = Job("mailTeacher", _mail)
FIELDS = (
    Field("signedName", "Your name", required=True, most=200),
    Field("grade", "Grade that the work deserves", required=True, most=5),
    Field("rank", "Rank among your candidates of this grade", "number", type=Integer(minimum=1, maximum=10_000)),
    Field("words", "Evidence: mocks, coursework, work in lessons", "multiline", required=True, least=30, most=5000),
)


def _find(tx: Tx, secret: str) -> tuple[dict[str, Any], Answer | None]:
    reference = LINKS.read(secret)
    row = tx.one(_OF.where(_r.id == reference).with_for_update(of=teacher_reference)) if reference else None
    if row is None:
        return {}, pages.unknown()
    if row["status"] == "received":
        return row, pages.gone(_USED)
    lasts = dt.timedelta(days=number(tx, "referenceLinkDays", today()))
    over = row["due"] is not None and row["due"] + lasts < today()
    if row["status"] != "asked" or over:
        return row, pages.gone(_ENDED)
    return row, None


def show(tx: Tx, secret: str) -> Answer:
    """Return the page of a teacher: 404 for an unknown one, 410 for one that has ended."""
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
    if faults:
        return _page(row, typed, faults, 422)
    columns = {
        "status": "received",
        "received": sa.func.now(),
        "signed_name": values["signedName"],
        "grade": values["grade"],
        "rank": values["rank"],
        "words": values["words"],
        "version": _r.version + 1,
    }
    tx.execute(sa.update(teacher_reference).where(_r.id == row["id"]).values(columns))
    return pages.message("Thank you", _THANKS)


def _page(row: Row, typed: Posted, faults: dict[str, str], status: int = 200) -> Answer:
    about = html.escape(f"{row['candidate']}, {row['exam']}")
    intro = f'<p class="help">For {about}. The candidate does not see your answer.</p>'
    return pages.page("Reference of a teacher", intro + form(FIELDS, typed, faults, "Send reference"), status)
