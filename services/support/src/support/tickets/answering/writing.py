"""Messages of a ticket, including internal notes, and the notices of those whom they concern."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, tables
from kit.errors import Invalid
from kit.policy import staff
from support.comments import rules as rules_of_comments
from support.comments.rules import excerpt
from support.directory.queries import active_staff
from support.mailboxes.commands import answer_by_mail
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets import queries, rules
from support.tickets.clocks import times
from support.tickets.model import SENT, ticket, ticket_message, ticket_read
from support.tickets.policy import notes

Files = list[dict[str, Any]]
"""Each is `{id, name}`."""


def add(
    tx: Tx,
    row: dict[str, Any],
    message: str,
    files: Files,
    by_support: bool,
    status: str = SENT,
    *,
    on_ticket: bool = True,
    **changes: Any,
) -> int:
    """Add a message to a locked ticket and notify its followers; `changes` are columns that change with it. The team's
    message is mailed to askers by mail, who then get no notice by mail. A message of somebody not `on_ticket` moves
    no clock, and its notice says so."""
    mentioned = _inform_mentioned(tx, row, message)
    if mentioned:
        changes["info_user_ids"] = row["info_user_ids"]
    message_id = write(tx, row, message, files, by_support, status)
    mailed: set[int] = set()
    if status == SENT and on_ticket:
        changes |= times.of_message(tx, row, by_support=by_support)
        if by_support:
            merged = queries.with_merged(tx.connection, tx.actor, row["id"])
            mailed = answer_by_mail(tx, row, merged, message_id, rules_of_comments.named(message), files)
    counts = {"messages": ticket.c.messages + 1, "last_message": tables.now()}
    values = {**changes, **counts, **tables.audit_values(ticket, tx.actor)}
    tx.execute(sa.update(ticket).where(ticket.c.id == row["id"]).values(**values))
    times.settle(tx, row["id"])
    writer, number = tx.actor.name or "Somebody", row["id"]
    title = f"{writer} wrote on ticket {number}" if on_ticket else f"{writer}, not on ticket {number}, wrote on it"
    notice = Notice("ticket", title, excerpt(message, 200), rules.screen(row["id"]))
    notify_followers(tx, row, notice, but=mentioned, mailed=mailed)
    return message_id


def note(tx: Tx, row: dict[str, Any], message: str, files: Files, by_support: bool) -> int:
    """Write an internal note. Notifies the mentioned users, without its text. Raises Forbidden, Invalid."""
    notes.require(tx.actor, row)
    if files:
        raise Invalid(rules.NOTE_FILES, title="Form errors", field="fileIds")
    if _inform_mentioned(tx, row, message):
        values = {"info_user_ids": row["info_user_ids"], **tables.audit_values(ticket, tx.actor)}
        tx.execute(sa.update(ticket).where(ticket.c.id == row["id"]).values(**values))
    return write(tx, row, message, files, by_support, internal=True)


def _inform_mentioned(tx: Tx, row: dict[str, Any], message: str) -> set[int]:
    """Inform the members of staff whom a member of staff mentions, and notify each once; returns their ids."""
    if not staff(tx.actor):
        return set()
    mentioned = set(active_staff(tx.connection, set(rules_of_comments.mentioned(message)) - {tx.actor.user_id}))
    added = [user for user in sorted(mentioned) if user not in rules.followers(row)]
    if len(row["info_user_ids"]) + len(added) > rules.MOST_INFORMED:
        raise Invalid(f"Please inform at most {rules.MOST_INFORMED} people", title="Form errors", field="message")
    row["info_user_ids"] = [*row["info_user_ids"], *added]
    title = f"{tx.actor.name or 'Somebody'} mentioned you on ticket {row['id']}"
    notify(tx, mentioned, Notice("ticketMention", title, row["title"], rules.screen(row["id"])))
    return mentioned


def write(
    tx: Tx,
    row: Mapping[str, Any],
    message: str,
    files: Files,
    by_support: bool,
    status: str = SENT,
    *,
    internal: bool = False,
) -> int:
    values = {
        "ticket_id": row["id"],
        "author_id": tx.actor.user_id,
        "acting_user_id": tx.actor.acting_user_id,
        "by_support": by_support,
        "status": status,
        "message": message,
        "files": files,
        "internal": internal,
    }
    message_id = tx.insert(ticket_message, values)
    readers = [user for user in rules.followers(row) if user != tx.actor.user_id]
    if internal:
        readers = active_staff(tx.connection, readers)
    if readers:
        tx.execute(sa.insert(ticket_read), [{"message_id": message_id, "user_id": user} for user in readers])
    return message_id


def notify_followers(
    tx: Tx, row: Mapping[str, Any], notice: Notice, but: Collection[int] = (), mailed: Collection[int] = ()
) -> None:
    """Notify the followers of the ticket, and its team while nobody is responsible; never the writer, nor those who
    already have a notice of the message (`but`). Those who got the message itself by mail are not `mailed` again."""
    user_ids = set(rules.followers(row))
    if not row["responsible_id"]:
        user_ids |= set(queries.group(tx.connection, tx.actor, row["type"]))
    notify(tx, user_ids - {tx.actor.user_id, *but}, notice, mailed=mailed)
