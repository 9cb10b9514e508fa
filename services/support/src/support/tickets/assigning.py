"""Assignment of new tickets: the person on duty with the fewest open tickets gets the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import history
from kit.database import Tx, tables, transaction_time
from support import teams
from support.rota.queries import on_duty
from support.tickets.model import ticket

_c = ticket.c


def choose(tx: Tx, type_: str) -> int | None:
    """Return the id of the person who gets a new ticket of a type by the rota of its team; None without a rota.

    Among those on duty (`rota.queries.on_duty`) it is the one with the fewest open tickets; in a tie, the one whose
    last ticket is the oldest. A lock serialises two new tickets of a team, so that both do not go to one person.
    """
    team = teams.GROUP_OF[type_]
    candidates = on_duty(tx.connection, team, transaction_time(tx.connection))
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    tx.lock(f"support rota {team}")
    open_tickets = sa.func.count().filter(_c.status != "resolved")
    load = sa.select(_c.responsible_id, open_tickets.label("open"), sa.func.max(_c.created).label("last"))
    load = load.where(_c.responsible_id.in_(candidates)).group_by(_c.responsible_id)
    loads = {row["responsible_id"]: (row["open"], row["last"].timestamp()) for row in tx.all(load)}
    return min(candidates, key=lambda user_id: (loads.get(user_id, (0, 0.0)), user_id))


def note(tx: Tx, row: Mapping[str, Any]) -> None:
    """Record in the history of a new ticket that the rota made somebody responsible, in the name of the system."""
    if row["rota_user_id"]:
        entry = history.entry(tx, "ticket", row["id"], "responsibleStaff", None, row["rota_user_id"])
        by_system = {"user_id": 0, "acting_user_id": 0, "user_name": ""}
        tx.execute(sa.insert(tables.field_history).values(**entry | by_system))
