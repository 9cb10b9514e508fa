"""References from tickets to the other services."""

from __future__ import annotations

from kit.records.references import Foreign, Uses
from support.tickets.model import ticket

FOREIGN = (
    Foreign(path="/departments", name="department", owner="identity", archives=True),
    Foreign(
        path="/users", name="user", owner="identity", lasting=True, sources=("/comments/people", "/v2/support/staff")
    ),
)
USES = (Uses(ticket.c.department_id, "/departments"),)
