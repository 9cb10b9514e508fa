"""Moves around a return: the office takes one back until the tutor has opened the slip or report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kit.database import Tx
from kit.policy import Actor, Row, Rule, reading
from kit.workflow import Move, Step


def store(**values: Any) -> Callable[[Tx, Step], Mapping[str, Any]]:
    """Return the effect of a move that sets these columns."""
    return lambda _tx, _step: values


@reading("opened")
def _refuse_opened(row: Row, _: Actor) -> str | None:
    return "The tutor has opened it since. It can no longer be taken back" if row["opened"] else None


def moves(noun: str, *, reviews: Rule, writes: Rule, notify: Callable[[Tx, Row], None]) -> tuple[Move, Move]:
    """Return the moves that take a return back, and that open a returned record. `noun` is `slip` or `report`; `notify`
    raises the notice that the return was taken back."""

    def take_back(tx: Tx, step: Step) -> Mapping[str, Any]:
        notify(tx, step.row)
        return {"return_reason": ""}

    return (
        Move(
            name="takeBack",
            title="Take the return back",
            source=("returned",),
            target="submitted",
            who=reviews,
            done=f"Return of the {noun} taken back",
            path=f"/{noun}/{{id}}/mark/notreturned",
            when=_refuse_opened,
            effect=take_back,
        ),
        Move(
            name="open",
            title="Open",
            source=("returned",),
            target=None,
            who=writes,
            path=f"/{noun}/{{id}}/mark/opened",
            done=f"{noun.capitalize()} opened",
            effect=store(opened=True),
            hidden=True,
            alone=True,
        ),
    )
