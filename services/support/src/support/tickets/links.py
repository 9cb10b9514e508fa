"""Addresses of tickets in mails that open without signing in."""

from __future__ import annotations

from kit.http import core
from kit.settings import settings
from kit.signatures import SignedIds

RATE = "/v2/support/rate"
RATED_TICKETS = SignedIds("rate ticket")


def rating_address(ticket_id: int) -> str:
    """Return the address of the page on which the asker of a ticket rates the answer."""
    return f"{settings().public_url}{core.full_path(RATE)}/{RATED_TICKETS.secret(ticket_id)}"
