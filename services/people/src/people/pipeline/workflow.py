"""The moves of enrolments by hand, each with its reason; facts move them automatically (`facts.py`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.values import Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.pipeline.attributes import FACTS, STAGES
from people.pipeline.facts import Days, furthest_fact
from people.pipeline.model import enrolment
from people.policy import OF_STAFF, STAFF

_e = enrolment.c
_NAMES = tuple(str(stage.value) for stage in STAGES)
_REASON = Need("reason", Text(required=True, min_length=3, max_length=300), "Reason", _e.reason)


def _begin(tx: Tx, step: Step) -> Mapping[str, Any]:
    """Return the columns of a stage that begins, so that a known fact does not undo the move."""
    row, now, days = step.row, dt.datetime.now(dt.UTC), Days(tx.connection)
    assert step.move.target is not None
    known = furthest_fact({column: row[column] for column in FACTS.values()}, days, row["department_id"])
    return {
        "since": now,
        "stuck_from": days.stuck_from(row["department_id"], step.move.target, now),
        "reached": max(row["reached"], known),
    }


def _to(stage: str, label: str) -> Move:
    withdraws = stage == "withdrawn"
    return Move(
        name=stage,
        title="Withdraw" if withdraws else f"Move to {label}",
        source=tuple(name for name in _NAMES if name != stage),
        target=stage,
        who=STAFF,
        style="danger" if withdraws else "default",
        path=f"/pipeline/enrolments/{{id}}/{stage}",
        done="{student} is withdrawn" if withdraws else f"{{student}}: {label.lower()}",
        needs=(_REASON,),
        confirm=Confirm(
            "Withdraw {student}?" if withdraws else f"Move {{student}} to {label}?",
            yes="Withdraw student" if withdraws else "Move student",
            no="Keep enrolment" if withdraws else "Keep stage",
        ),
        effect=_begin,
    )


ENROLMENT_MOVES = Workflow(
    name="enrolment",
    column=_e.stage,
    states=STAGES,
    scope=OF_STAFF,
    moves=tuple(_to(str(stage.value), stage.label) for stage in STAGES),
)
"""Every stage can be set by hand, with a reason."""
