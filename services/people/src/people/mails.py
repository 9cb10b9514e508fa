"""Mails about a record: those that go out, and the texts of incoming ones (`support.mail.answered` and
`support.mail.bounced`)."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from kit import mail
from kit.errors import Invalid


def send_about(
    record: mail.RecordOfMail, once: str, *, to: str, name: str, subject: str, body: str, automatic: bool = True
) -> str:
    """Send a mail about a record, which gets its replies and bounces. Return why it cannot be sent, otherwise an empty
    string. `once` is the same for a retry (`RecordOfMail.message_id`). Raises Unavailable."""
    replies = record.address()
    try:
        mail.send(
            mail.Mail(
                to=to,
                name=name,
                subject=subject,
                html=body,
                automatic=automatic,
                message_id=record.message_id(once),
                reply_to=replies,
                bounces_to=replies,
            )
        )
    except Invalid as refusal:
        return refusal.text
    return ""


def paragraphs(text: str) -> str:
    """Return the lines of a text as paragraphs of HTML."""
    return "".join(f"<p>{html.escape(line)}</p>" for line in text.splitlines() if line.strip())


def words_of(received: Mapping[str, Any]) -> str:
    """Return the subject and the text of an answer, and the names of its files."""
    lines = [received["subject"], received["words"]]
    if received["files"]:
        lines.append(f"Files: {', '.join(one['name'] for one in received['files'])}")
    if received["refusedFiles"]:
        lines.append(f"Not kept: {', '.join(received['refusedFiles'])}. Please ask for them in another form.")
    return "\n".join(line for line in lines if line).strip()


def came_back(address: str, reason: str) -> str:
    """Return the sentence that mail to an address bounced, with the next step."""
    why = f": {reason.rstrip('.')}" if reason else ""
    return f"Email to {address} came back{why}. Correct the address, or telephone."
