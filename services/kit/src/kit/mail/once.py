"""The single mail of a job, sent at most once."""

from __future__ import annotations

from enum import Enum

from kit.errors import Refused
from kit.jobs import JobContext
from kit.mail.smtp import Mail, Unanswered, send
from kit.telemetry import log

_log = log.get(__name__)


class Delivered(Enum):
    """The outcome of a mail: the server accepted it, did not confirm it, or an earlier run of the job may have sent
    it."""

    SENT = "sent"
    UNANSWERED = "unanswered"
    BEFORE = "before"


def deliver(context: JobContext, message: Mail) -> Delivered:
    """Send the single mail of a job, at most once. For a mail that a killed worker was sending, or that the server did
    not confirm, nobody knows whether it went out. Raises Unavailable, after which a later run sends it, and Invalid,
    after which the job sends it when it is run again."""
    if not context.claim():
        _log.warning("mail_unknown", job=context.id)
        return Delivered.BEFORE
    try:
        send(message)
    except Unanswered as error:
        _log.warning("mail_unknown", job=context.id, error=error.text)
        return Delivered.UNANSWERED
    except Refused:  # the server did not accept it
        context.unclaim()
        raise
    return Delivered.SENT
