"""`GET /invoices/statistics`."""

from __future__ import annotations

from typing import Any

from finance.statistics import queries
from finance.statistics.answers import Statistics
from kit.errors import Invalid
from kit.http.fastapi import Call, Routes
from kit.policy import staff

routes = Routes()
_TAKEN = ("orgId", "currency", "billingYear", "from", "to")


@routes.get("/invoices/statistics", may=staff, answers=Statistics)
def statistics(call: Call) -> dict[str, Any]:
    """Figures by month, status, type, organisation, currency, age; orgId, currency, billingYear, from, to narrow."""
    asked = dict(call.request.query_params)
    for name in asked:
        if name not in _TAKEN:
            raise Invalid(f"Unknown filter {name!r}; allowed are: {', '.join(_TAKEN)}", code="unknown_filter")
    with call.db.read() as connection:
        return queries.statistics(connection, call.actor, asked)
