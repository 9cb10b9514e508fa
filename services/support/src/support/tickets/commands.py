"""Commands of tickets: raise one, write a message, mark a message as read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Tx, tables, upsert
from kit.errors import Conflict, NotFound
from kit.policy import Actor, staff
from kit.records import foreign
from support import teams
from support.events import TICKET_CHANGED
from support.notifications.kinds import Notice
from support.tickets import assigning, queries, rules
from support.tickets.answering import writing
from support.tickets.attributes import TICKET
from support.tickets.clocks import times
from support.tickets.model import MERGED, ticket, ticket_read
from support.tickets.policy import supports
from support.tickets.workflow import TICKET_STATES

Files = writing.Files


def check_records(actor: Actor, form: Mapping[str, Any]) -> None:
    """Raise NotFound for an invoice, slip or homework that its owner does not have. Others than staff must not find out
    here which records exist: `queries.check_own` checks theirs in the read models, and for homework its owner
    decides whether they reach it.

    Calls other services, so it must run outside a transaction.
    """
    hws = form["hwsId"]
    if not staff(actor):
        if hws is not None and not foreign.access("teaching", "studentHomework", hws).reached:
            raise NotFound()
        return
    about = (
        ("finance", "invoice", form["invoiceId"]),
        ("teaching", "slip", form["slipId"]),
        ("teaching", "studentHomework", hws),
    )
    for owner, kind, record in about:
        if record is not None and foreign.exists(owner, kind, record) is False:
            noun = "homework" if kind == "studentHomework" else kind
            raise NotFound(f"There is no {noun} {record} to ask about", code="unknown_record")


def named_files(actor: Actor, file_ids: Iterable[int]) -> Files:
    """Return the files with their names. Raises Invalid for a file that is missing or hidden from the writer,
    Unavailable.

    Calls the service files, so it must run outside a transaction. A reader's right to a file is checked at download.
    """
    unique_ids = list(dict.fromkeys(file_ids))
    names = store.check(unique_ids, actor, "fileIds", "Files")
    return [{"id": file_id, "name": names[file_id]} for file_id in unique_ids]


def raise_ticket(tx: Tx, form: Mapping[str, Any], files: Files) -> int:
    """Write a new ticket and its first message; returns its id. `form` has the values of `rules.FORM`. If it names
    nobody responsible, the rota of the team decides (`assigning`).

    Raises NotFound, Invalid, Conflict (`rules.ONE_PER_SLIP`).
    """
    team, responsible, informed = form["team"], form["responsibleStaff"], form["infoUsers"]
    queries.check_own(tx.connection, tx.actor, form["invoiceId"], form["slipId"])
    queries.check_error(tx.connection, tx.actor, form["errorId"])
    if form["primaryUser"] != tx.actor.user_id:
        queries.check_people(tx.connection, tx.actor, "primaryUser", [form["primaryUser"]])
    followers = {"user_id": form["primaryUser"], "responsible_id": responsible, "info_user_ids": []}
    queries.check_informed(tx.connection, tx.actor, informed, followers)
    queries.check_responsible(tx.connection, tx.actor, team, responsible)
    names = (
        "title",
        "priority",
        "metaType",
        "responsibleStaff",
        "infoUsers",
        "invoiceId",
        "slipId",
        "hwsId",
        "errorId",
    )
    row = TICKET.stored({name: form[name] for name in names})
    row |= {"type": team, "user_id": form["primaryUser"], "created_by_id": tx.actor.user_id, "messages": 1}
    row["rota_user_id"] = None if responsible else assigning.choose(tx, team)
    row["responsible_id"] = responsible or row["rota_user_id"]
    ticket_id = tx.insert(ticket, row)
    row |= {"id": ticket_id, "status": "submitted"}
    assigning.note(tx, row)
    writing.write(tx, row, form["message"], files, by_support=False)
    times.settle(tx, ticket_id)
    tx.publish(TICKET_CHANGED, ticket_id, TICKET.payload(row))
    name = tx.actor.name or "Somebody"
    notice = Notice("ticket", f"{name} raised ticket {ticket_id}", row["title"], rules.screen(ticket_id))
    writing.notify_followers(tx, row, notice)
    return ticket_id


def raise_for_fault(tx: Tx, report_id: int, fault_id: int, title: str, message: str) -> int:
    """Raise a ticket for a reported fault, or add the report to the fault's open ticket; returns the ticket's id.

    The caller joins an open ticket with their own message (`platform.md 8`: a report points to Support Tickets).
    """
    row = queries.open_ticket_of_fault(tx.connection, tx.actor, fault_id)
    if row is None:
        about = {"title": title, "message": message, "errorId": report_id, "primaryUser": tx.actor.user_id}
        sorting = {"team": "error", "priority": teams.NORMAL, "metaType": "bug", "infoUsers": []}
        return raise_ticket(tx, {**dict.fromkeys(rules.FORM), **about, **sorting}, [])
    if tx.actor.user_id not in rules.followers(row):
        row["info_user_ids"] = [*row["info_user_ids"], tx.actor.user_id]
    writing.add(tx, row, message, [], by_support=False, status=MERGED, info_user_ids=row["info_user_ids"])
    return int(row["id"])


def post(
    tx: Tx,
    ticket_id: int,
    message: str,
    files: Files,
    *,
    internal: bool = False,
    waits: bool = False,
    by_mail: bool = False,
) -> dict[str, Any]:
    """Write a message on a ticket. Returns `{id, status}`: the message's id and the ticket's status.

    The first message of support staff moves the ticket from submitted to inprogress (`money.md 4`); an internal note
    moves nothing. With `waits` the clock of the ticket then pauses until somebody answers. A message `by_mail` never
    counts as the team's, since anybody can forge a sender. Raises NotFound, Forbidden, Conflict, Invalid.
    """
    row = queries.locked(tx.connection, tx.actor, ticket_id)
    if row["status"] == "resolved":
        raise Conflict(rules.RESOLVED, code="resolved")
    by_support = supports(tx.actor, row) and not by_mail
    if internal:
        return {"id": writing.note(tx, row, message, files, by_support), "status": row["status"]}
    message_id = writing.add(tx, row, message, files, by_support)
    if by_support and row["status"] == "submitted":
        row["status"] = TICKET_STATES.run(tx, ticket_id, "answer")["status"]
    if waits and not row["waiting_since"]:
        TICKET_STATES.run(tx, ticket_id, "wait")
    return {"id": message_id, "status": row["status"]}


def mark_read(tx: Tx, message_id: int) -> dict[str, Any]:
    """Mark a message read by the caller; idempotent, the first time is stored. Raises NotFound."""
    queries.ticket_of_message(tx.connection, tx.actor, message_id)
    seen = sa.func.coalesce(ticket_read.c.read, tables.now())
    key = {"message_id": message_id, "user_id": tx.actor.user_id}
    mark = upsert(ticket_read, key, {"read": tables.now()}, also={"read": seen})
    return {"id": message_id, "read": tx.scalar(mark.returning(ticket_read.c.read))}
