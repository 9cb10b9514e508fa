"""Segregation of duties: the people who set the amounts of a record, and those who took its steps. Others must approve
and pay it.

The column `hands` of the record stores them: `{step: {user id: [what, day]}}`, where `what` completes "You ...".
`kit.records` adds the step `entered` for a field set that declares which fields decide the amount (`pays`); a move that
`signs` a step adds that one. Both the person behind an impersonation and the impersonated user count. Changing a value
back does not remove the hand.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.policy import Actor, Row, reading
from kit.values.days import today
from kit.values.shown import shown

if TYPE_CHECKING:
    from kit.database import Tx

NAME = "hands"
ENTERED = "entered"
Hands = Mapping[str, Mapping[str, list[str]]]


def hands_column() -> sa.Column[Any]:
    """Return the column of a table whose records have hands."""
    comment = "who decided what it pays, and who took its steps: {step: {user id: [what, day]}}"
    return sa.Column(
        NAME, JSONB, nullable=False, server_default=sa.text("'{}'"), comment=comment, info={"secret": True}
    )


def ids_of(actor: Actor) -> set[int]:
    """Return the users accountable for the actor's work."""
    return {actor.user_id, actor.acting_user_id} - {0}


def hand(actor: Actor, what: str) -> dict[str, list[str]]:
    """Return the entry of a step: the actor does `what` today, by London time."""
    return {str(user): [what, today().isoformat()] for user in sorted(ids_of(actor))}


def merged(hands: Hands, step: str, entry: Mapping[str, list[str]]) -> dict[str, Any]:
    """Return the hands with `entry` added to those of `step`."""
    return {**hands, step: {**hands.get(step, {}), **entry}}


def adding(column: sa.ColumnElement[Any], entry: Mapping[str, list[str]]) -> sa.ColumnElement[Any]:
    """Return the value of the column `hands` with `entry` added to those of the step `entered`, for an UPDATE."""
    former = sa.func.coalesce(column[ENTERED], sa.cast({}, JSONB))
    return column.op("||")(sa.func.jsonb_build_object(ENTERED, former.op("||")(sa.cast(dict(entry), JSONB))))


def add(tx: Tx, table: sa.Table, which: sa.ColumnElement[bool], entry: Mapping[str, list[str]]) -> None:
    """Add `entry` to the step `entered` of the records `which`."""
    if entry:
        tx.execute(sa.update(table).where(which).values({NAME: adding(table.c[NAME], entry)}))


def own_step(hands: Hands, actor: Actor, steps: Collection[str]) -> tuple[str, dt.date] | None:
    """Return what the actor did to the record in one of `steps`, and the day; None if nothing."""
    for step in steps:
        for user in ids_of(actor):
            entry = hands.get(step, {}).get(str(user))
            if entry is not None:
                return entry[0], dt.date.fromisoformat(entry[1])
    return None


def refuse_hand(act: str, *steps: str) -> Callable[[Row, Actor], str | None]:
    """Return the refusal of a move by a person who took one of `steps`, by default somebody who entered the record:
    "You changed the amount of this bill on 28/11/26, so somebody else `act`"."""

    @reading(NAME)
    def refusal(row: Row, actor: Actor) -> str | None:
        did = own_step(row[NAME], actor, steps or (ENTERED,))
        return f"You {did[0]} on {shown(did[1])}, so somebody else {act}" if did is not None else None

    return refusal
