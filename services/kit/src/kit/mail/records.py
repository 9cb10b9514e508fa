"""Mails about a record: their Message-ID and reply address name it, signed, so that a reply or a bounce finds the
record without a table of all mails.

The support inbox reads both and publishes `support.mail.answered` and `support.mail.bounced`; the service of the record
subscribes.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass
from email.utils import parseaddr

from kit.mail.smtp import DOMAIN
from kit.settings import settings

_NAMED = re.compile(r"\A([a-z]{1,20})\.([0-9]{1,15})\.([0-9]{1,15})\.([a-z2-7]{16})\Z")


@dataclass(frozen=True)
class RecordOfMail:
    """A record that a mail is about: its kind, its id, and the number of the mail among those of the record."""

    kind: str
    id: int
    mail: int = 0

    def message_id(self, once: str) -> str:
        """Return the Message-ID of the mail. `once` identifies the mail and is the same for a retry: mail programs show
        copies with one Message-ID as one."""
        return f"<{once}+{self._signed()}@{DOMAIN}>"

    def address(self) -> str:
        """Return the address for replies and bounces, `office+lead.12.0.…@`; empty without `STAFFROOM_MAIL_ANSWERS`,
        when replies go to the sender."""
        local, _, domain = parseaddr(settings().mail_answers)[1].partition("@")
        return f"{local}+{self._signed()}@{domain}" if domain else ""

    def _signed(self) -> str:
        named = f"{self.kind}.{self.id}.{self.mail}"
        return f"{named}.{_signature(named)}"


def record_of(text: str) -> RecordOfMail | None:
    """Return the record that a Message-ID or an address names; None without one, or if the signature is wrong."""
    named = _NAMED.match(text.strip("<>").lower().partition("@")[0].rpartition("+")[2])
    if named is None or not hmac.compare_digest(named[4], _signature(".".join(named.groups()[:3]))):
        return None
    return RecordOfMail(named[1], int(named[2]), int(named[3]))


def _signature(named: str) -> str:
    digest = hmac.new(settings().service_key.encode(), f"mail about {named}".encode(), hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:16]
