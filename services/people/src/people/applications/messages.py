"""Mail to applicants: messages of the office, and replies to the form."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx, first_row
from kit.jobs import Job, JobContext
from kit.mail import RecordOfMail
from kit.policy import as_service
from people.applications.model import application, application_message
from people.mails import came_back, paragraphs, send_about

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
    problem = send_about(
        RecordOfMail("application", row["application_id"], row["id"]),
        "message",
        to=row["email"],
        name=f"{row['first_name']} {row['last_name']}",
        subject=row["subject"],
        body=paragraphs(row["body"]),
        automatic=False,
    )
    values = {"state": "failed" if problem else "sent", "problem": problem, "version": _m.version + 1}
    with context.db.transaction(as_service("people")) as tx:
        if problem:
            keep_problem(tx, row["application_id"], row["email"], problem)
        tx.execute(sa.update(application_message).where(_m.id == row["id"]).values(values))


def keep_problem(tx: Tx, application_id: int, address: str, reason: str) -> bool:
    """Note why an applicant's address takes no mail; return False if the address has changed since."""
    mine = sa.and_(_a.id == application_id, sa.func.lower(_a.email) == address.lower())
    values = {"mail_problem": came_back(address, reason), "version": _a.version + 1}
    return tx.execute(sa.update(application).where(mine).values(values)).rowcount == 1


SEND = Job("mailApplicant", _send)
