"""The states of a ticket (`money.md 4`): submitted, inprogress, resolved.

`answer` is made by the first message of support staff and `back` by nobody's button: through the field `status`, which
only a sysAdmin writes, they are reached like the others. The spec lets two sysAdmin users, whom it does not name,
resolve a ticket that nobody has answered; here every sysAdmin may.
"""

from __future__ import annotations

from kit.database import Tx
from kit.policy import Actor, Row, reading, sys_admin
from kit.workflow import Move, Step, Workflow
from support.events import TICKET_CHANGED
from support.notifications.commands import Notice, notify
from support.tickets import rules
from support.tickets.attributes import TICKET
from support.tickets.model import ticket
from support.tickets.policy import SCOPE, supports, takes_part


@reading("status")
def _unanswered(row: Row, actor: Actor) -> str | None:
    return rules.UNANSWERED if row["status"] == "submitted" and not sys_admin(actor) else None


def _tell(tx: Tx, step: Step) -> None:
    """A notice to those who follow the ticket, but for whoever made the move."""
    row, done = step.row, "resolved" if step.move.target == "resolved" else "reopened"
    notice = Notice("ticket", f"Ticket {row['id']} was {done}", row["title"], rules.screen(row["id"]))
    notify(tx, set(rules.concerned(row)) - {tx.actor.user_id}, notice)


TICKET_STATES = Workflow(
    name="ticket",
    table=ticket,
    column=ticket.c.status,
    states=rules.STATES,
    scope=SCOPE,
    event=TICKET_CHANGED,
    payload=TICKET.payload,
    moves=(
        Move(
            name="answer", title="In progress", source=("submitted",), target="inprogress", who=supports, path="",
            hidden=True,
        ),
        Move(
            name="resolve", title="Resolved", source=("submitted", "inprogress"), target="resolved", who=supports,
            path="/v2/support/ticket/{id}/resolve", when=_unanswered, effect=_tell, style="primary",
        ),
        Move(
            name="reopen", title="Reopen", source=("resolved",), target="inprogress", who=takes_part,
            path="/v2/support/ticket/{id}/reopen", effect=_tell,
        ),
        Move(
            name="back", title="Submitted", source=("inprogress", "resolved"), target="submitted", who=sys_admin,
            path="", hidden=True,
        ),
    ),
)  # fmt: skip
