"""The mail of an offer, with the link to its page."""

from __future__ import annotations

import html

import sqlalchemy as sa

from kit.database import first_row
from kit.http.core import full_path
from kit.jobs import Job, JobContext
from kit.mail import RecordOfMail
from kit.policy import as_service
from kit.settings import settings
from kit.signatures import SignedIds
from people.applications import notices
from people.applications.messages import keep_problem
from people.applications.model import application
from people.mails import send_about

LINKS = SignedIds("offer of a tutor application")
SERVICE = as_service("people")
_a = application.c
PATH = full_path("/public/offer")


def address(application_id: int) -> str:
    """Return the address of the page of an offer."""
    return f"{settings().public_url}{PATH}/{LINKS.secret(application_id)}"


def _mail(context: JobContext) -> None:
    """Mail an offer that still stands. A retry of the job may send a second copy, which is better than none."""
    with context.db.read() as connection:
        row = first_row(connection, sa.select(application).where(_a.id == context.params["application"]))
    if row is None or row["status"] != "offer" or not row["email"]:
        return
    link = address(row["id"])
    body = (
        f"<p>Dear {html.escape(row['first_name'])},</p><p>We would like you to teach with us. Please read the "
        f'offer and our terms, and accept or decline here: <a href="{link}">{link}</a></p>'
        "<p>The link is for you alone.</p>"
    )
    name = f"{row['first_name']} {row['last_name']}"
    record = RecordOfMail("application", row["id"])
    refusal = send_about(
        record, str(context.id), to=row["email"], name=name, subject="Your offer as a tutor", body=body
    )
    if refusal:
        with context.db.transaction(SERVICE) as tx:
            if keep_problem(tx, row["id"], row["email"], refusal):
                notices.tell(tx, row["id"], f"{name} cannot be reached by email", "Correct the address, or telephone.")


SEND = Job("mailOffer", _mail)
