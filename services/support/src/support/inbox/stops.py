"""Mails that no person wrote (RFC 3834, 3464): automatic answers, lists, bounces. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.utils import parseaddr

from support.inbox.parts import header, leaves

AUTOMATIC, BOUNCE = "automatic", "bounce"
_BULK = frozenset({"bulk", "list", "junk", "auto_reply"})
_LISTS = ("List-Id", "List-Unsubscribe", "List-Post")
_SUPPRESSED = re.compile(r"\b(?:all|dr|autoreply|oof|rn|nrn)\b", re.IGNORECASE)
_IDS = re.compile(r"<[^<>\s]{3,300}>")


@dataclass(frozen=True)
class Stop:
    """Why a mail opens no ticket: its state, and the reason in words."""

    state: str
    reason: str


@dataclass(frozen=True)
class Failure:
    """An address that permanently refused a mail, and the reason of its server."""

    address: str
    reason: str


@dataclass(frozen=True)
class Bounce:
    """A report that a mail was not delivered: the Message-IDs of that mail, and its failures. A report of a delay names
    no failure, since its server keeps trying."""

    message_ids: tuple[str, ...]
    failures: tuple[Failure, ...]
    is_delay: bool = False


def stop_of(message: Message) -> Stop | None:
    """Return the reason of a mail that no person wrote; None for any other."""
    kind = message.get_content_type().lower()
    if kind == "multipart/report":
        if "disposition-notification" in header(message, "Content-Type").lower():
            return Stop(AUTOMATIC, "It is a receipt of reading")
        return Stop(BOUNCE, "It reports that a mail was not delivered")
    path = header(message, "Return-Path").strip()
    if path == "<>":
        return Stop(BOUNCE if _is_daemon(message) else AUTOMATIC, "It has an empty return path")
    submitted = header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    if submitted and submitted != "no":
        return Stop(AUTOMATIC, f"It says Auto-Submitted: {submitted[:40]}")
    precedence = header(message, "Precedence").strip().lower()
    if precedence in _BULK:
        return Stop(AUTOMATIC, f"It says Precedence: {precedence}")
    for name in _LISTS:
        if header(message, name):
            return Stop(AUTOMATIC, f"It is from a mailing list ({name})")
    if _SUPPRESSED.search(header(message, "X-Auto-Response-Suppress")):
        return Stop(AUTOMATIC, "It says X-Auto-Response-Suppress")
    if header(message, "X-Autoreply") or header(message, "X-Autorespond"):
        return Stop(AUTOMATIC, "It says that it is an automatic answer")
    if _is_daemon(message):
        return Stop(BOUNCE, "A mail server sent it")
    return None


def _is_daemon(message: Message) -> bool:
    local = parseaddr(header(message, "From"))[1].partition("@")[0].lower()
    return local in {"mailer-daemon", "postmaster"}


def bounce_of(message: Message) -> Bounce:
    """Parse the mails and addresses of a bounce; either is empty if it names none. A delay is not a failure."""
    failures: list[Failure] = []
    message_ids: list[str] = []
    actions: set[str] = set()
    for part in leaves(message):
        kind = part.get_content_type().lower()
        if kind == "message/delivery-status":
            failures += _failures(part)
            actions |= _actions(part)
        elif kind in {"message/rfc822", "text/rfc822-headers"}:
            message_ids += _original(part)
    known = header(message, "References") + " " + header(message, "In-Reply-To")
    ids = dict.fromkeys([*message_ids, *_IDS.findall(known)])
    is_delay = bool(actions) and actions <= {"delayed", "delivered", "relayed", "expanded"}
    return Bounce(tuple(ids)[:20], tuple(failures[:100]), is_delay)


def _actions(part: Message) -> set[str]:
    """Return the reported action by recipient: failed, delayed, ..."""
    blocks = part.get_payload()
    named = [
        header(block, "Action") for block in (blocks if isinstance(blocks, list) else []) if isinstance(block, Message)
    ]
    return {action.strip().lower() for action in named if action}


def _failures(part: Message) -> Iterator[Failure]:
    blocks = part.get_payload()
    for block in blocks if isinstance(blocks, list) else []:
        if not isinstance(block, Message):
            continue
        action = header(block, "Action").strip().lower()
        recipient = header(block, "Final-Recipient") or header(block, "Original-Recipient")
        address = recipient.rpartition(";")[2].strip().strip("<>").lower()
        if address and action == "failed":
            reason = header(block, "Diagnostic-Code").partition(";")[2].strip() or header(block, "Status").strip()
            yield Failure(address[:254], " ".join(reason.split())[:300])


def _original(part: Message) -> list[str]:
    inner = part.get_payload()
    if isinstance(inner, list):
        first = inner[0] if inner else None
        return _IDS.findall(header(first, "Message-ID")) if isinstance(first, Message) else []
    line = re.search(r"^Message-ID:\s*(<[^<>\s]+>)", str(inner), re.IGNORECASE | re.MULTILINE)
    return [line[1]] if line else []
