"""Staff calls for the payment link."""

from __future__ import annotations

from typing import Any

from finance.pay import commands
from finance.pay.answers import LinkRenewed
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()


@routes.post("/invoice/{id}/link/renew", may=staff, answers=LinkRenewed)
def renew_link(call: Call, id: int) -> dict[str, Any]:
    """A new passcode and 90 more days for the payment link of an invoice."""
    return commands.renew(call.tx, id)
