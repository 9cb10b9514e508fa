"""The public page on which a recipient unsubscribes."""

from __future__ import annotations

from kit.http.core import Answer
from kit.settings import settings
from support.public_page import UNSUBSCRIBE, page


def ask(recipient: str) -> Answer:
    """Return the page that asks, with a button: mail scanners that follow every link must not unsubscribe anybody."""
    text = f"{recipient} gets no more news from us. Mails about lessons, exams and invoices still come."
    return page("Unsubscribe?", text, UNSUBSCRIBE)


def done(recipient: str) -> Answer:
    """Return the response to the button, and to the one-click request of a mail program."""
    text = f"{recipient} gets no more news from us. Was it a mistake? Write to {settings().support_email}."
    return page("You are unsubscribed", text)
