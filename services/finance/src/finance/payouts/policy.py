"""Rights on payouts. Roles accounting and finance handle claims and bills; role finance alone handles tutors' pay and
recharges (`money.md 2`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from kit.changes import hands
from kit.policy import Actor, Row, columns_of, has_role, reading

pays = has_role("accounting", "finance")
finance = has_role("finance")


def entered_by(actor: Actor, _: dict[str, Any]) -> Mapping[str, Any]:
    """Return the user who enters a record, as default columns of a new one."""
    return {"entered_by_id": actor.user_id, "entered_by_name": actor.name}


def is_own(actor: Actor, row: Row, column: str) -> bool:
    """Return True if `column` of the row names the actor, or the administrator acting as them."""
    return bool(row[column]) and row[column] in hands.ids_of(actor)


def refuse_own(column: str, text: str) -> Callable[[Row, Actor], str | None]:
    """Refuse a move by the person named in `column` of the row, with `text`."""

    @reading(column)
    def refusal(row: Row, actor: Actor) -> str | None:
        return text if is_own(actor, row, column) else None

    return refusal


def refuse_any(*refusals: Callable[[Row, Actor], str | None]) -> Callable[[Row, Actor], str | None]:
    """Return the first text of several refusals of a move."""

    @reading(*sorted({column for refusal in refusals for column in columns_of(refusal)}))
    def refusal(row: Row, actor: Actor) -> str | None:
        return next((text for one in refusals if (text := one(row, actor)) is not None), None)

    return refusal


def refuse_unless(states: Collection[str], text: str) -> Callable[[Row], str | None]:
    """Refuse changes of a record outside `states`: `text`, then its status."""

    @reading("status")
    def refusal(row: Row) -> str | None:
        return None if row["status"] in states else f"{text} {row['status']}"

    return refusal
