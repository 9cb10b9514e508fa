"""Merging tickets and undoing it, splitting a message into a separate ticket, linking tickets, watching them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx, row_or_404, tables
from kit.errors import Conflict, Invalid
from kit.policy import Row
from support.events import TICKET_CHANGED
from support.mailboxes.commands import move_mails
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.tickets import queries, rules
from support.tickets.attributes import TICKET
from support.tickets.clocks import times
from support.tickets.model import MERGED, SENT, ticket, ticket_link, ticket_merge, ticket_message, ticket_read
from support.tickets.policy import supports, watches
from support.tickets.workflow import TICKET_STATES

_message = ticket_message.c


def merge(tx: Tx, target_id: int, source_ids: Collection[int]) -> dict[str, Any]:
    """Merge tickets into `target_id`: all or none.

    The messages move there with the status `merged`, their followers are informed, and each source is resolved. The
    former state is kept for `unmerge`. The tickets are locked in id order: of two concurrent merges into each other,
    the first wins. Raises NotFound, Forbidden, Invalid, Conflict.
    """
    if target_id in source_ids:
        raise Invalid(rules.NOT_ITSELF, title="Form errors", field="ids")
    rows = queries.locked_several(tx.connection, tx.actor, {target_id, *source_ids})
    target = rows.pop(target_id)
    supports.require(tx.actor, target)
    if target["merged_into_id"]:
        raise Conflict(rules.merged_text(target), code="merged_already")
    if target["status"] == "resolved":
        raise Conflict(f"Ticket {target_id} is resolved: reopen it before you merge others into it", code="resolved")
    for source in rows.values():
        _merge_one(tx, source, target)
    _recount(tx, target_id, info_user_ids=target["info_user_ids"])
    return {"id": target_id, "merged": sorted(rows)}


def _merge_one(tx: Tx, source: dict[str, Any], target: dict[str, Any]) -> None:
    source_id, target_id = source["id"], target["id"]
    messages = queries.messages_of(tx.connection, tx.actor, source_id)
    added = [user for user in rules.followers(source) if user not in rules.followers(target)]
    if len(target["info_user_ids"]) + len(added) > rules.MOST_INFORMED:
        raise Conflict(f"Ticket {target_id} would inform more than {rules.MOST_INFORMED} people", code="too_many")
    TICKET_STATES.run(tx, source_id, "merge", {"into": target_id})
    snapshot = {"status": source["status"], "informed": added, "messages": messages}
    values = {"source_id": source_id, "target_id": target_id, "snapshot": snapshot, "user_id": tx.actor.user_id}
    tx.insert(ticket_merge, values)
    tx.execute(
        sa.update(ticket_message)
        .where(_message.ticket_id == source_id)
        .values(ticket_id=target_id, status=MERGED, origin_id=source_id)
    )
    target["info_user_ids"] = [*target["info_user_ids"], *added]
    _recount(tx, source_id)
    _notify(tx, source, f"Ticket {source_id} was merged into ticket {target_id}", target_id)


def unmerge(tx: Tx, source_id: int) -> dict[str, Any]:
    """Take a merged ticket out again: its messages, state and informed users are restored from the snapshot.

    Messages written since stay in place. Raises NotFound, Forbidden, Conflict.
    """
    open_merge = sa.and_(ticket_merge.c.source_id == source_id, ticket_merge.c.undone.is_(None))
    pair = tx.one(sa.select(ticket_merge.c.target_id).where(open_merge))
    if pair is None:
        queries.locked(tx.connection, tx.actor, source_id)
        raise Conflict(f"Ticket {source_id} is not merged", code="not_merged")
    target_id = pair["target_id"]
    rows = queries.locked_several(tx.connection, tx.actor, {source_id, target_id})
    source, target = rows[source_id], rows[target_id]
    supports.require(tx.actor, source)
    supports.require(tx.actor, target)
    if target["merged_into_id"]:
        raise Conflict(rules.merged_text(target), code="merged_already")
    kept = tx.one(sa.select(ticket_merge.c.id, ticket_merge.c.snapshot).where(open_merge))
    if kept is None or source["merged_into_id"] != target_id:
        raise Conflict(f"Ticket {source_id} is not merged", code="not_merged")
    snapshot = kept["snapshot"]
    for message in snapshot["messages"]:
        tx.execute(
            sa.update(ticket_message)
            .where(_message.id == message["id"], _message.ticket_id == target_id)
            .values(ticket_id=source_id, status=message["status"], origin_id=message["origin_id"])
        )
    tx.execute(sa.update(ticket_merge).where(ticket_merge.c.id == kept["id"]).values(undone=tables.now()))
    TICKET_STATES.run(tx, source_id, "unmerge", {"to": snapshot["status"]})
    informed = [user for user in target["info_user_ids"] if user not in snapshot["informed"]]
    _recount(tx, source_id)
    _recount(tx, target_id, info_user_ids=informed)
    _notify(tx, source, f"Ticket {source_id} was taken out of ticket {target_id} again", source_id)
    return {"id": target_id, "merged": [source_id]}


def split(tx: Tx, message_id: int, title: str) -> dict[str, Any]:
    """Turn a message into a separate ticket, linked with its former one; returns `{id, status, notice}`.

    Its asker is the author of the message, or the former ticket's asker if the team wrote it; its mails move with it.
    Raises NotFound, Forbidden, Conflict.
    """
    ticket_id = queries.ticket_of_message(tx.connection, tx.actor, message_id)
    row = queries.locked(tx.connection, tx.actor, ticket_id)
    supports.require(tx.actor, row)
    own = sa.and_(_message.id == message_id, _message.ticket_id == ticket_id)
    message = row_or_404(tx.connection, sa.select(ticket_message).where(own))
    if message["internal"]:
        raise Conflict(rules.NOTE_STAYS, code="internal")
    if message_id == queries.first_message(tx.connection, tx.actor, ticket_id):
        raise Conflict(rules.FIRST_STAYS, code="first_message")
    values = {name: row[name] for name in ("type", "priority", "meta_type", "department_id")} | {
        "title": title,
        "user_id": row["user_id"] if message["by_support"] else message["author_id"],
        "created_by_id": tx.actor.user_id,
        "responsible_id": row["responsible_id"],
        "info_user_ids": [],
    }
    new_id = tx.insert(ticket, values)
    asked_at = move_mails(tx, message_id, new_id)
    asker = {"from_address": row["from_address"] if message["by_support"] else asked_at}
    new = tx.one(sa.update(ticket).where(ticket.c.id == new_id).values(**asker).returning(*ticket.c))
    assert new is not None
    own_message = sa.update(ticket_message).where(_message.id == message_id)
    tx.execute(own_message.values(ticket_id=new_id, status=SENT, origin_id=None))
    gone = ticket_read.c.user_id.not_in(rules.followers(new))
    tx.execute(sa.delete(ticket_read).where(ticket_read.c.message_id == message_id, gone))
    _recount(tx, ticket_id)
    _recount(tx, new_id)
    _link(tx, ticket_id, new_id)
    times.settle(tx, new_id)
    tx.publish(TICKET_CHANGED, new_id, TICKET.payload(new))
    _notify(tx, new, f"Ticket {new_id} was split off ticket {ticket_id}", new_id)
    return {"id": new_id, "status": "submitted", "notice": f"Ticket {new_id} split off"}


def link(tx: Tx, ticket_id: int, other_id: int, *, linked: bool) -> dict[str, Any]:
    """Link two tickets, or unlink them; idempotent. Raises NotFound, Forbidden, Invalid."""
    if ticket_id == other_id:
        raise Invalid("Please choose another ticket", title="Form errors", field="ticketId")
    rows = queries.locked_several(tx.connection, tx.actor, {ticket_id, other_id})
    supports.require(tx.actor, rows[ticket_id])
    if linked:
        _link(tx, ticket_id, other_id)
    else:
        low, high = sorted((ticket_id, other_id))
        pair = sa.and_(ticket_link.c.low_id == low, ticket_link.c.high_id == high)
        tx.execute(sa.delete(ticket_link).where(pair))
    return {"id": ticket_id, "linked": queries.linked(tx.connection, tx.actor, ticket_id)}


def watch(tx: Tx, ticket_id: int, *, watching: bool) -> dict[str, Any]:
    """Add the caller to the informed users, or remove them; idempotent. Raises NotFound, Forbidden, Conflict."""
    row = queries.locked(tx.connection, tx.actor, ticket_id)
    watches.require(tx.actor, row)
    me, informed = tx.actor.user_id, row["info_user_ids"]
    if (me in informed) != watching:
        if watching and len(informed) >= rules.MOST_INFORMED:
            raise Conflict(f"At most {rules.MOST_INFORMED} people are informed of a ticket", code="too_many")
        now = [*informed, me] if watching else [user for user in informed if user != me]
        changed = {"info_user_ids": now, **tables.audit_values(ticket, tx.actor)}
        tx.execute(sa.update(ticket).where(ticket.c.id == ticket_id).values(**changed))
    return {"id": ticket_id, "watching": watching}


def _link(tx: Tx, one: int, other: int) -> None:
    low, high = sorted((one, other))
    tx.execute(insert(ticket_link).values(low_id=low, high_id=high).on_conflict_do_nothing())


def _recount(tx: Tx, ticket_id: int, **changes: Any) -> None:
    """Update the number and the time of a ticket's messages, with `changes` of other columns."""
    shown = sa.and_(_message.ticket_id == ticket_id, sa.not_(_message.internal))
    count = sa.select(sa.func.count()).select_from(ticket_message).where(shown).scalar_subquery()
    latest = sa.select(sa.func.max(_message.created)).where(shown).scalar_subquery()
    values: dict[str, Any] = {"messages": count, "last_message": sa.func.coalesce(latest, ticket.c.last_message)}
    values |= {**changes, **tables.audit_values(ticket, tx.actor)}
    tx.execute(sa.update(ticket).where(ticket.c.id == ticket_id).values(**values))


def _notify(tx: Tx, row: Mapping[str, Any] | Row, title: str, screen_of: int) -> None:
    notice = Notice("ticket", title, row["title"], rules.screen(screen_of))
    notify(tx, set(rules.followers(row)) - {tx.actor.user_id}, notice)
