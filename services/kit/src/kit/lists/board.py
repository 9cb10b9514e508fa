"""Board: the rows of a list as cards in lanes, one lane for each state; a card is dragged by a move of its workflow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kit.workflow import Workflow


@dataclass(frozen=True, kw_only=True)
class Board:
    """The lanes are the states of the rows' workflow, by the filter `by`; a card shows the columns `title` and `lines`.

    A lane is the list with one value of that filter, so scope, filters, search and rights of a card are those of its
    row. `hides` are states that have no lane.
    """

    title: str
    lines: Sequence[str] = ()
    by: str = "status"
    hides: Collection[str] = ()

    def check(self, name: str, columns: Collection[str], filters: Collection[str], workflow: Workflow | None) -> None:
        """Raises ValueError for a board that the list cannot draw."""
        if workflow is None:
            raise ValueError(f"list {name}: the rows of a board have a workflow, whose record is the row")
        if unknown := {self.title, *self.lines} - set(columns):
            raise ValueError(f"list {name}: the board shows {', '.join(sorted(unknown))}, which are no columns")
        if self.by not in filters:
            raise ValueError(f"list {name}: the board has lanes by {self.by}, which is no filter")

    def meta(self, workflow: Workflow) -> dict[str, Any]:
        """The lanes in the order of the states, and the lanes to which each move leads."""
        lanes = [state.meta() for state in workflow.states if state.value not in self.hides]
        leads = {
            move.name: [state for state in (move.target, *move.other_targets) if state]
            for move in workflow.moves
            if not move.hidden
        }
        return {"by": self.by, "title": self.title, "lines": list(self.lines), "lanes": lanes, "leads": leads}
