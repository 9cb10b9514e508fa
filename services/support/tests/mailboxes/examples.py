"""Examples of mailboxes, for the conformance suite. A mail is stored as received."""

from __future__ import annotations

from typing import Any

FIELDS: dict[str, Any] = {
    "mailbox": {
        "address": {"accepts": ["help@staffroom.example"], "refuses": ["", "help", 5]},
        "type": {"accepts": ["academicOffice", "error"], "refuses": ["", "kitchen"]},
        "active": {"accepts": [False, True], "refuses": ["perhaps"]},
        "receipts": {"accepts": [False, True], "refuses": ["perhaps"]},
        "imapHost": {"accepts": ["imap.example.org", ""], "refuses": ["h" * 201, 5]},
        "imapPort": {"accepts": [143, 993], "refuses": [0, 65_536, "x"]},
        "imapTls": {"accepts": [False, True], "refuses": ["perhaps"]},
        "imapUser": {"accepts": ["help", ""], "refuses": ["u" * 201, 5]},
        "imapFolder": {"accepts": ["INBOX/Support"], "refuses": ["f" * 201, 5]},
    },
    "blockedSender": {
        "address": {"accepts": ["eve@example.org"], "refuses": ["", "eve", 5]},
        "reason": {"accepts": ["Sells watches", ""], "refuses": ["r" * 201, 5]},
    },
}
LISTS: dict[str, Any] = {
    "mailboxes": {"filters": {"type": "techSupport", "active": "true"}},
    "mailsIn": {
        "filters": {
            "state": "taken,answer",
            "type": "techSupport",
            "sender": "offers@watches.example",
            "ticketId": "43",
            "received": "2020-01-01..",
        }
    },
    "blockedSenders": {},
}
