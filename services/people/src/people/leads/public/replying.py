"""The answer to a family that sent the public form."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import first_row
from kit.jobs import Job, JobContext
from kit.mail import RecordOfMail
from kit.policy import as_service
from people.leads.model import enquiry, lead_contact
from people.leads.public.model import lead_form
from people.mails import came_back, paragraphs, send_about

SUBJECT = "Your enquiry"
TEXT = (
    "Dear {{firstName}},\n"
    "thank you for your enquiry. A colleague calls you on the next working day.\n"
    "You can answer this email if you want to add something."
)


def _send(context: JobContext) -> None:
    """Send the answer of the form, or the default one, and log it. An address that takes no mail is logged too. A retry
    may send a second copy, which is better than none."""
    asked = context.params
    e, f, c = enquiry.c, lead_form.c, lead_contact.c
    with context.db.read() as connection:
        lead = first_row(connection, sa.select(e.id, e.first_name, e.last_name, e.email).where(e.id == asked["lead"]))
        form = first_row(connection, sa.select(f.reply, f.reply_subject).where(f.id == asked["form"])) or {}
        noted = sa.exists().where(c.lead_id == asked["lead"], c.kind == "mail", c.by_name == "Staffroom")
        if lead is None or not lead["email"] or connection.execute(sa.select(noted)).scalar():
            return
    text = form.get("reply") or TEXT
    for name, value in (("firstName", lead["first_name"]), ("form", asked["title"])):
        text = text.replace(f"{{{{{name}}}}}", value)
    subject = form.get("reply_subject") or SUBJECT
    name = f"{lead['first_name']} {lead['last_name']}"
    record = RecordOfMail("lead", lead["id"])
    refusal = send_about(record, "answer", to=lead["email"], name=name, subject=subject, body=paragraphs(text))
    outcome = f"The answer could not be sent: {refusal}" if refusal else text
    problem = came_back(lead["email"], refusal) if refusal else ""
    with context.db.transaction(as_service("people")) as tx:
        if problem:
            tx.execute(
                sa.update(enquiry).where(e.id == lead["id"], e.email == lead["email"]).values(mail_problem=problem)
            )
        entry = {"lead_id": lead["id"], "kind": "mail", "direction": "out", "text": outcome, "by_name": "Staffroom"}
        tx.insert(lead_contact, entry)


ANSWER = Job("answerEnquiry", _send)
