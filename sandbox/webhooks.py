"""Sends webhooks as Xero does: signed, in order, and repeated until a 200 answers."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import threading
import urllib.error
import urllib.request

from sandbox.store import Books

_BATCH = 100
_PAUSES = (1, 2, 5, 15, 60)


def signature(key: str, body: bytes) -> str:
    """Return the value of `x-xero-signature`."""
    return base64.b64encode(hmac.new(key.encode(), body, hashlib.sha256).digest()).decode()


class Sender(threading.Thread):
    """Delivers the queue of events to one address."""

    def __init__(self, books: Books, url: str, key: str) -> None:
        super().__init__(name="webhooks", daemon=True)
        self.books, self.url, self.key = books, url, key
        self.delivered = 0

    def run(self) -> None:
        """Loop forever: wait for a change, send, and retry after a delay if the receiver does not accept it."""
        failures = 0
        while True:
            self.books.changed.wait(None if failures == 0 else _PAUSES[min(failures, len(_PAUSES)) - 1])
            self.books.changed.clear()
            try:
                while self.send():
                    failures = 0
                failures = 0
            except (OSError, urllib.error.URLError):
                failures += 1
                # Otherwise every change would retry a receiver that is down.
                threading.Event().wait(_PAUSES[min(failures, len(_PAUSES)) - 1])

    def send(self) -> bool:
        """Deliver the oldest events; returns whether there were any. Raises OSError if the receiver does not accept
        them."""
        rows = self.books.rows(
            "SELECT sequence, tenant, category, kind, resource, at FROM event ORDER BY sequence LIMIT ?", _BATCH
        )
        if not rows:
            return False
        events = [
            {
                "resourceUrl": f"/api.xro/2.0/{resource}",
                "resourceId": resource,
                "eventDateUtc": at,
                "eventType": kind,
                "eventCategory": category,
                "tenantId": tenant,
                "tenantType": "ORGANISATION",
            }
            for _, tenant, category, kind, resource, at in rows
        ]
        self.post(events, rows[0][0], rows[-1][0])
        with self.books.lock:
            self.books.connection.execute("DELETE FROM event WHERE sequence <= ?", (rows[-1][0],))
        self.delivered += len(rows)
        return True

    def post(self, events: list[dict[str, str]], first: int, last: int) -> None:
        """Send one request."""
        payload = {
            "events": events,
            "firstEventSequence": first,
            "lastEventSequence": last,
            "entropy": secrets.token_hex(10),
        }
        body = json.dumps(payload).encode()
        headers = {"Content-Type": "application/json", "x-xero-signature": signature(self.key, body)}
        request = urllib.request.Request(self.url, body, headers)  # noqa: S310  our own gateway
        with urllib.request.urlopen(request, timeout=5):  # noqa: S310  our own gateway
            pass
