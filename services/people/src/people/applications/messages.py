"""Mail to applicants: messages of the office, and replies to the form."""

from __future__ import annotations

import html

import sqlalchemy as sa

from kit import mail
from kit.database import first_row
from kit.errors import Invalid
from kit.jobs import Job, JobContext
from kit.policy import as_service
from people.applications.model import application, application_message

_m, _a = application_message.c, application.c


def _send(context: JobContext) -> None:
    """Mail a message that is queued. A retry of the job may send a second copy, which is better than none."""
    of = sa.select(application_message, _a.email, _a.first_name, _a.last_name).join(
        application, _a.id == _m.application_id
    )
    with context.db.read() as connection:
        row = first_row(connection, of.where(_m.id == context.params["message"]))
    if row is None or row["state"] != "queued":
        return
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in row["body"].splitlines() if line.strip())
    name = f"{row['first_name']} {row['last_name']}"
    state = "sent"
    try:
        mail.send(mail.Mail(to=row["email"], name=name, subject=row["subject"], html=lines, automatic=False))
    except Invalid:
        state = "failed"
    values = {"state": state, "version": _m.version + 1}
    with context.db.transaction(as_service("people")) as tx:
        tx.execute(sa.update(application_message).where(_m.id == row["id"]).values(values))


SEND = Job("mailApplicant", _send)
