"""Tracking of error reports (`platform.md 4`): submitted (default), investigating, completed, rejected."""

from kit.policy import Scope, sys_admin
from kit.workflow import UNDO, Move, Workflow
from support.errors.attributes import STATES
from support.errors.model import error_report

SCOPE = Scope(everything=sys_admin)
_MOVES = {
    "investigating": ("investigate", "Investigate", "primary", "Fault is being investigated"),
    "completed": ("complete", "Complete", "default", "Fault is completed"),
    "rejected": ("reject", "Reject", "default", "Fault is rejected"),
    "submitted": ("reopen", "Back to submitted", "default", "Fault is submitted again"),
}
_ALL = tuple(str(state.value) for state in STATES)

TRACKING = Workflow(
    name="error",
    table=error_report,
    column=error_report.c.tracking_status,
    states=STATES,
    scope=SCOPE,
    moves=[
        Move(
            name=name,
            title=title,
            done=done,
            style=style,
            source=[state for state in _ALL if state != target],
            target=target,
            who=sys_admin,
            path=f"/error/{{id}}/status/{target}",
            undo=UNDO,
        )
        for target, (name, title, style, done) in _MOVES.items()
    ],
)
"""Any state may follow any other, so no move is red."""
