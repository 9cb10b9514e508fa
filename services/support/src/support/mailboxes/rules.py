"""Limits and states of incoming mail, and the signed addresses of tickets. Pure."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import re

from kit.values import options

STATES = options(
    ("received", "Received", "blue"),
    ("taken", "New ticket", "green"),
    ("answer", "On a ticket", "green"),
    ("record", "On a record", "green"),
    ("bounce", "Bounce", "amber"),
    ("automatic", "Automatic", "grey"),
    ("blocked", "Blocked", "grey"),
    ("unreadable", "Not readable", "red"),
)
"""`received` is stored and not yet processed; `taken` became a ticket, `answer` a message of one; `record` answers a
mail about a lead or tutor application, and its service has it."""
MOST_BYTES = 50 * 1024 * 1024
"""The size of the largest mail; larger ones are refused before they are stored."""
MOST_AN_HOUR = 20
"""Mails of one sender per hour that become messages."""
REOPENED_WITHIN = dt.timedelta(days=14)
"""Time after its last message within which an answer reopens a resolved ticket; later the answer becomes a new
ticket."""

_SIGNATURE_LENGTH = 16
_TOKEN = re.compile(r"\A([^+@]+)\+t([0-9]{1,15})-([a-z2-7]{16})@([^@]+)\Z")
_TAG = re.compile(r"\A([^+@]+)\+[^@]*@([^@]+)\Z")


def base_address(address: str) -> str:
    """Return an address without the part after its plus, in lower case."""
    tagged = _TAG.match(address.lower())
    return f"{tagged[1]}@{tagged[2]}" if tagged else address.lower()


def ticket_address(address: str, ticket_id: int, secret: str) -> str:
    """Return the address of a mailbox that names a ticket: `support+t12-...@`."""
    local, _, domain = address.partition("@")
    return f"{local}+t{ticket_id}-{_signature(ticket_id, secret)}@{domain}"


def ticket_of(address: str, secret: str) -> int | None:
    """Return the ticket that an address names, None if it names none or its signature is wrong."""
    token = _TOKEN.match(address.lower())
    if token is None or not hmac.compare_digest(token[3], _signature(int(token[2]), secret)):
        return None
    return int(token[2])


def _signature(ticket_id: int, secret: str) -> str:
    digest = hmac.new(secret.encode(), f"ticket by mail {ticket_id}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:_SIGNATURE_LENGTH]


def subject(ticket_id: int, title: str) -> str:
    """Return the subject of a mail about a ticket."""
    return f"Re: [#{ticket_id}] {title}"


def ticket_of_subject(text: str) -> int | None:
    """Return the ticket that a subject names, in the form that `subject` writes."""
    named = re.search(r"\[#([0-9]{1,15})\]", text)
    return int(named[1]) if named else None
