"""The states of a ticket (`money.md 4`): submitted, inprogress, resolved.

The first message of support staff makes the move `answer`. `answer` and `back` have no button: only a sysAdmin makes
them, by writing the field `status`. The spec lets two unnamed sysAdmin users resolve an unanswered ticket; here every
sysAdmin may. `merge` and `unmerge` belong to `merging.py`; `reply` answers a selection of the list.
"""

from __future__ import annotations

from dataclasses import replace

from kit.database import Tx
from kit.policy import Actor, Row, reading, sys_admin
from kit.values import RecordId
from kit.workflow import Confirm, Move, Need, Step, Workflow
from support.events import TICKET_CHANGED
from support.mailboxes.commands import resolved_by_mail
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets import rules
from support.tickets.answering import merge_fields, writing
from support.tickets.attributes import TICKET
from support.tickets.clocks import times
from support.tickets.links import rating_address
from support.tickets.model import ticket
from support.tickets.policy import SCOPE, asks, supports, takes_part


@reading("status")
def _unanswered(row: Row, actor: Actor) -> str | None:
    return rules.UNANSWERED if row["status"] == "submitted" and not sys_admin(actor) else None


@reading("id", "merged_into_id")
def _merged(row: Row, actor: Actor) -> str | None:
    return rules.merged_text(row) if row["merged_into_id"] else None


@reading("waiting_since")
def _waiting(row: Row, actor: Actor) -> str | None:
    return rules.ALREADY_WAITS if row["waiting_since"] else None


@reading("waiting_since")
def _not_waiting(row: Row, actor: Actor) -> str | None:
    return None if row["waiting_since"] else rules.NOT_WAITING


def _notify_followers(tx: Tx, step: Step) -> None:
    """Notify the ticket's followers of the move, except its author. An asker by mail gets a mail when it is
    resolved, with a link to rate the answer."""
    row, verb = step.row, "resolved" if step.move.target == "resolved" else "reopened"
    notice = Notice("ticket", f"Ticket {row['id']} was {verb}", row["title"], rules.screen(row["id"]))
    followers = set(rules.followers(row)) - {tx.actor.user_id}
    asker = followers & {row["user_id"]} if verb == "resolved" else set()
    mailed = resolved_by_mail(tx, row, rating_address(row["id"])) if verb == "resolved" else set()
    notify(tx, followers - asker, notice)
    notify(tx, asker, replace(notice, details=(rules.PLEASE_RATE,)), mailed=mailed)


def _reply(tx: Tx, step: Step) -> None:
    """Write the message on the ticket, as `commands.post` does on a single one, with its merge fields filled."""
    merge_fields.check("message", step.body["message"])
    message = merge_fields.filled(tx.connection, tx.actor, step.row, step.body["message"])
    writing.add(tx, dict(step.row), message, [], by_support=True)


TICKET_STATES = Workflow(
    name="ticket",
    table=ticket,
    column=ticket.c.status,
    states=rules.STATES,
    scope=SCOPE,
    event=TICKET_CHANGED,
    payload=TICKET.payload,
    after=times.follow,
    moves=(
        Move(
            name="answer",
            title="In progress",
            source=("submitted",),
            target="inprogress",
            who=supports,
            path="",
            done="Ticket {id} is in progress",
            hidden=True,
        ),
        Move(
            name="resolve",
            title="Resolved",
            source=("submitted", "inprogress"),
            target="resolved",
            who=supports,
            done="Ticket {id} resolved",
            path="/v2/support/ticket/{id}/resolve",
            when=_unanswered,
            effect=_notify_followers,
            style="primary",
        ),
        Move(
            name="reopen",
            title="Reopen",
            source=("resolved",),
            target="inprogress",
            who=takes_part,
            done="Ticket {id} reopened",
            path="/v2/support/ticket/{id}/reopen",
            when=_merged,
            effect=_notify_followers,
        ),
        Move(
            name="back",
            title="Submitted",
            source=("inprogress", "resolved"),
            target="submitted",
            who=sys_admin,
            done="Ticket {id} set back to submitted",
            path="",
            when=_merged,
            hidden=True,
        ),
        Move(
            name="rate",
            title="Rate the answer",
            source=("resolved",),
            target=None,
            who=asks,
            alone=True,
            needs=(
                Need("rating", rules.RATING, "Rating", ticket.c.rating),
                Need("comment", rules.RATING_COMMENT, "Comment", ticket.c.rating_comment),
            ),
            done="Thank you for rating the answer",
            path="/v2/support/ticket/{id}/rate",
            when=_merged,
        ),
        Move(
            name="merge",
            title="Merge",
            source=("submitted", "inprogress", "resolved"),
            target=None,
            done="Ticket {id} merged",
            other_targets=("resolved",),
            who=supports,
            needs=(Need("into", RecordId(required=True)),),
            when=_merged,
            effect=lambda tx, step: {"status": "resolved", "merged_into_id": step.body["into"]},
            path="",
            hidden=True,
        ),
        Move(
            name="unmerge",
            title="Undo merge",
            source=("resolved",),
            target=None,
            done="Ticket {id} is on its own again",
            other_targets=("submitted", "inprogress"),
            who=supports,
            needs=(Need("to", rules.STATE),),
            effect=lambda tx, step: {"status": step.body["to"], "merged_into_id": None},
            path="",
            hidden=True,
        ),
        Move(
            name="wait",
            title="Wait for an answer",
            source=("inprogress",),
            target=None,
            who=supports,
            when=_waiting,
            effect=lambda tx, step: times.wait(tx, step.row),
            done="The clock of ticket {id} is stopped",
            path="/v2/support/ticket/{id}/wait",
        ),
        Move(
            name="goOn",
            title="Stop waiting",
            source=("inprogress",),
            target=None,
            who=supports,
            when=_not_waiting,
            effect=lambda tx, step: times.go_on(tx, step.row),
            done="The clock of ticket {id} runs again",
            path="/v2/support/ticket/{id}/goOn",
        ),
        Move(
            name="reply",
            title="Answer",
            source=("submitted", "inprogress"),
            target="inprogress",
            who=supports,
            needs=(Need("message", rules.MESSAGE, "Message"),),
            effect=_reply,
            done="Ticket {id} answered",
            confirm=Confirm("Answer ticket {id}?", "Everybody on each ticket reads the message.", yes="Answer"),
            path="",
            hidden=True,
            on_selections=True,
        ),
    ),
)
