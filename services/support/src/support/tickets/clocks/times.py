"""The clocks of a ticket: its due times, its pauses, its first answer.

They count the working hours of support (`support.levels`). Each due time is computed when the ticket changes and
stored, so that lists sort and filter by it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows, transaction_time
from kit.policy import Actor, Row
from support.levels.queries import level_of, working_time
from support.tickets import rules
from support.tickets.model import ticket, ticket_pause

_c, _pause = ticket.c, ticket_pause.c
WAITING, RESOLVED = "waiting", "resolved"
"""Reasons for a pause."""


def settle(tx: Tx, ticket_id: int) -> None:
    """Compute the due times of a locked ticket and store them."""
    row = tx.one(sa.select(ticket).where(_c.id == ticket_id))
    assert row is not None
    values: dict[str, Any] = {"due": None}
    level = level_of(tx.connection, row["type"], row["priority"])
    if level is not None:
        working = working_time(tx.connection)
        stood_still = sum(
            working.minutes(pause["began"], pause["ended"])
            for pause in pauses(tx.connection, tx.actor, ticket_id)
            if pause["ended"] is not None
        )
        values["first_answer_due"] = working.after(row["created"], level.first_answer)
        values["resolve_due"] = working.after(row["created"], level.resolution + stood_still)
        runs = row["status"] != "resolved" and row["waiting_since"] is None
        if runs:
            owed = [values["resolve_due"], *([] if row["first_answered"] else [values["first_answer_due"]])]
            values["due"] = min((due for due in owed if due is not None), default=None)
    tx.execute(sa.update(ticket).where(_c.id == ticket_id).values(**values))


def of_message(tx: Tx, row: Mapping[str, Any], *, by_support: bool) -> dict[str, Any]:
    """Return the columns that change with a message on a locked ticket: the team's first answer is kept, and a message
    of others ends their wait."""
    if by_support:
        if row["first_answered"] is not None:
            return {}
        now = transaction_time(tx.connection)
        minutes = working_time(tx.connection).minutes(row["created"], now)
        return {"first_answered": now, "answer_minutes": minutes}
    if row["waiting_since"] is None:
        return {}
    _end(tx, row["id"])
    return {"waiting_since": None}


def wait(tx: Tx, row: Row) -> dict[str, Any]:
    """Pause the clock of a locked ticket until the askers answer; returns the columns that change."""
    now = transaction_time(tx.connection)
    values = {"ticket_id": row["id"], "reason": WAITING, "began": now, "user_id": tx.actor.user_id}
    tx.insert(ticket_pause, values)
    return {"waiting_since": now}


def go_on(tx: Tx, row: Row) -> dict[str, Any]:
    """End the wait of a locked ticket; returns the columns that change."""
    _end(tx, row["id"])
    return {"waiting_since": None}


def follow(tx: Tx, row: Row) -> None:
    """Update the clocks of a ticket after each move: a resolved ticket pauses."""
    now = transaction_time(tx.connection)
    if row["status"] == "resolved" and row["resolved"] is None:
        _end(tx, row["id"])
        working = working_time(tx.connection)
        stood_still = sum(pause["minutes"] or 0 for pause in pauses(tx.connection, tx.actor, row["id"]))
        minutes = max(0, working.minutes(row["created"], now) - stood_still)
        values = {"resolved": now, "resolve_minutes": minutes, "waiting_since": None}
        tx.execute(sa.update(ticket).where(_c.id == row["id"]).values(**values))
    elif row["status"] != "resolved" and row["resolved"] is not None:
        values = {"ticket_id": row["id"], "reason": RESOLVED, "began": row["resolved"], "user_id": tx.actor.user_id}
        tx.insert(ticket_pause, values)
        _end(tx, row["id"])
        tx.execute(sa.update(ticket).where(_c.id == row["id"]).values(resolved=None, resolve_minutes=None))
    settle(tx, row["id"])


def pauses(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return the pauses of a ticket, oldest first: `{reason, began, ended, minutes}`; `minutes` are working minutes,
    null until it ends."""
    del actor  # the caller has access to the ticket
    columns = (_pause.reason, _pause.began, _pause.ended, _pause.minutes)
    return all_rows(connection, sa.select(*columns).where(_pause.ticket_id == ticket_id).order_by(_pause.id))


def shown(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the part `service` of a ticket's detail answer."""
    names = ("due", "first_answer_due", "first_answered", "resolve_due", "resolved", "waiting_since")
    camel = ("due", "firstAnswerDue", "firstAnswered", "resolveDue", "resolved", "waitingSince")
    times = dict(zip(camel, (row[name] for name in names), strict=True))
    return {**times, "level": rules.level(row, dt.datetime.now(dt.UTC)), "pauses": pauses(connection, actor, row["id"])}


def _end(tx: Tx, ticket_id: int) -> None:
    """End the open pause of a ticket, if there is one."""
    unended = sa.and_(_pause.ticket_id == ticket_id, _pause.ended.is_(None))
    pause = tx.one(sa.select(_pause.id, _pause.began).where(unended))
    if pause is None:
        return
    now = transaction_time(tx.connection)
    minutes = working_time(tx.connection).minutes(pause["began"], now)
    tx.execute(sa.update(ticket_pause).where(_pause.id == pause["id"]).values(ended=now, minutes=minutes))
