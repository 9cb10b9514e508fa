"""The SMTP receiver. It stores a mail before it answers 250, and refuses unknown recipients."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from kit.database import database
from kit.errors import Refused
from kit.telemetry import log
from support.inbox import arrivals
from support.mailboxes import rules

_log = log.get(__name__)

MOST_RECIPIENTS = 1_000
AT_ONCE = 4
"""Mails received concurrently: each may take 50 MB of memory."""
_LATER = "451 4.3.0 Try again later"
_ADDRESS = re.compile(r"[\x21-\x7e]{1,320}")
_OURS = (b"return-path:", b"delivered-to:", b"x-original-to:")


class Handler:
    """Handles the commands of a session. RCPT looks up the mailbox of each recipient, so that a sender learns at once
    of an unknown address."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept a recipient that has a mailbox."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return f"452 4.5.3 At most {MOST_RECIPIENTS} recipients at once"
        try:
            row = await asyncio.to_thread(arrivals.mailbox_for, database(), address)
        except Refused:
            return _LATER
        if row is None:
            return "550 5.1.1 There is no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the mail in the mailbox of each recipient; answers 250 only when all have it."""
        content = envelope.content or b""
        raw = content.encode() if isinstance(content, str) else bytes(content)
        try:
            async with self._room:
                stored = await asyncio.to_thread(keep, raw, envelope.mail_from or "", list(envelope.rcpt_tos))
        except Refused as error:
            _log.warning("mail_waits", error=error.text)
            return _LATER
        _log.info("mail_stored", mails=stored, bytes=len(raw))
        return "250 Stored"

    async def handle_exception(self, error: Exception) -> str:
        """Answer after an internal error: the sender keeps the mail, retries, and learns nothing of the error."""
        _log.error("mail_failed", exc_info=error)
        return _LATER

    async def finish(self) -> None:
        """Wait for the mails that are being stored."""
        for _ in range(AT_ONCE):
            await self._room.acquire()


def keep(raw: bytes, sender: str, recipients: list[str]) -> list[int]:
    """Store a mail in the mailboxes of its recipients; returns its ids in mailboxes that did not have it. The envelope
    replaces the headers that the mail claims. Raises Unavailable."""
    ids: list[int] = []
    mailboxes: dict[int, tuple[dict[str, Any], str]] = {}
    for address in recipients:
        of = arrivals.mailbox_for(database(), address)
        if of is not None:
            mailboxes.setdefault(of["id"], (of, address))
    body = _without(raw)
    for of, address in mailboxes.values():
        path = sender if _ADDRESS.fullmatch(sender) else ""
        named = address if _ADDRESS.fullmatch(address) else of["address"]
        head = f"Return-Path: <{path}>\r\nDelivered-To: {named}\r\n".encode()
        mail_id = arrivals.store(database(), of, head + body)
        ids += [mail_id] if mail_id is not None else []
    return ids


def _without(raw: bytes) -> bytes:
    """Return the mail without the headers that only the last server writes."""
    lines = raw.split(b"\n", 50)
    while lines and lines[0].lower().startswith(_OURS):
        lines.pop(0)
        while lines and lines[0][:1] in {b" ", b"\t"}:
            lines.pop(0)
    return b"\n".join(lines)


class _Protocol(SMTP):
    line_length_limit = 1024 * 1024
    """Mail programs write longer lines than the 998 characters of RFC 5321."""


def protocol(handler: Handler) -> SMTP:
    """Return the protocol of a connection: mails of at most 50 MB, international addresses."""
    return _Protocol(
        handler,
        data_size_limit=rules.MOST_BYTES,
        enable_SMTPUTF8=True,
        ident="Staffroom",
        hostname="staffroom",
        timeout=120,
        loop=asyncio.get_running_loop(),
    )
