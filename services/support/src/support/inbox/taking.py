"""Processing of a stored mail: it becomes a ticket or a message of one, or is recorded with the reason."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from email.utils import formataddr, parseaddr
from typing import Any

import sqlalchemy as sa

from kit.database import Database, Tx, first_row
from kit.errors import Refused, Unavailable
from kit.jobs import JobContext
from kit.mail import RecordOfMail
from kit.policy import Actor, as_service
from kit.settings import settings
from support import teams
from support.inbox import attachments, bounces, letter, records, threads
from support.inbox.letter import Letter, Unreadable
from support.inbox.stops import Stop
from support.inbox.threads import Thread
from support.mailboxes import rules
from support.mailboxes.commands import confirm_receipt
from support.mailboxes.model import blocked_sender, mail_in, mail_raw, mailbox
from support.tickets import commands
from support.tickets import queries as ticket_queries
from support.tickets import rules as ticket_rules
from support.tickets.answering import writing
from support.tickets.model import ticket, ticket_link, ticket_message
from support.tickets.policy import takes_part
from support.tickets.workflow import TICKET_STATES

_c = mail_in.c


def run(context: JobContext) -> dict[str, Any]:
    """Run the job `takeMail`."""
    return {"state": take(context.db, context.params["mail"])}


def take(db: Database, mail_id: int) -> str:
    """Parse a stored mail and process it, once; returns its state. Its attachments are stored afterwards, so that an
    unavailable file store does not delay messages. Raises Unavailable."""
    with db.read() as connection:
        row = first_row(connection, sa.select(mail_in).where(_c.id == mail_id))
        raw = connection.scalar(sa.select(mail_raw.c.content).where(mail_raw.c.mail_in_id == mail_id))
    if row is None or raw is None or row["is_stored"]:
        return str(row["state"]) if row is not None else "unreadable"
    try:
        read = letter.read(bytes(raw))
    except Unreadable as error:
        return _end(db, mail_id, Stop("unreadable", str(error)), {})
    state = str(row["state"])
    if state == "received":
        state = _act(db, row, read)
    if state in {"taken", "answer"}:
        attachments.store(db, mail_id, read.attachments)
    return state


def _act(db: Database, row: Mapping[str, Any], read: Letter) -> str:
    about = records.about(read)
    with db.read() as connection:
        stop = read.stop or _stop(connection, row, read)
        record = records.find(connection, read)
        actor = threads.person(connection, read.sender)
        thread = threads.find(connection, actor, read) if stop is None else None
    if stop is not None:
        return _end(db, row["id"], stop, about, read, record)
    try:
        if record is not None:
            return records.pass_on(db, row, read, record)
        return _write(db, row, read, about, actor, thread)
    except Unavailable:
        raise
    except Refused as error:
        return _end(db, row["id"], Stop("unreadable", error.text), about, record=record)


def _stop(connection: sa.Connection, row: Mapping[str, Any], read: Letter) -> Stop | None:
    """Return the reasons that need the database: our own addresses, blocked senders, too many mails."""
    own = sa.select(sa.func.lower(mailbox.c.address))
    ours = {*connection.execute(own).scalars(), parseaddr(settings().mail_from)[1].lower()}
    if rules.base_address(read.sender) in ours:
        return Stop("automatic", "It comes from one of our own addresses")
    blocked = sa.select(sa.exists().where(sa.func.lower(blocked_sender.c.address) == read.sender))
    if connection.scalar(blocked):
        return Stop("blocked", "Its sender is blocked")
    of_sender = sa.and_(_c.sender == read.sender, _c.id != row["id"], _c.state.in_(["taken", "answer", "record"]))
    within = _c.received > row["received"] - dt.timedelta(hours=1)
    count = connection.scalar(sa.select(sa.func.count()).where(of_sender, within)) or 0
    if count >= rules.MOST_AN_HOUR:
        return Stop("blocked", f"Its sender wrote more than {rules.MOST_AN_HOUR} mails within an hour")
    return None


def _write(
    db: Database,
    row: Mapping[str, Any],
    read: Letter,
    about: Mapping[str, Any],
    actor: Actor | None,
    thread: Thread | None,
) -> str:
    """Write the ticket or the message. A known sender on the ticket writes as themselves, any other under their
    address."""
    old = thread.ticket if thread is not None else None
    late = old is not None and old["status"] == "resolved" and _is_late(old)
    target = None if late else old
    may = actor is not None and (target is None or takes_part(actor, target))
    sender = formataddr((read.sender_name, read.sender), charset="utf-8") if read.sender_name else read.sender
    if read.sender_name and not read.sender_name.isascii():
        sender = f"{read.sender_name} <{read.sender}>"
    writer = (
        actor if may and actor is not None else replace(as_service("support"), name=read.sender_name or read.sender)
    )
    # a stranger must not write a mention, which is plain text
    text = read.text.new.replace("](user:", "] (user:")
    with db.transaction(writer) as tx:
        if not records.is_waiting(tx, row["id"]):
            return str(tx.scalar(sa.select(_c.state).where(_c.id == row["id"])))
        on_ticket = target is None or thread is None or thread.on_ticket
        if target is None:
            ticket_id, message_id = _raise(tx, row, read, text)
        else:
            ticket_id, message_id = _answer(tx, target, text, on_ticket)
        if not may:
            named = sa.update(ticket_message).where(ticket_message.c.id == message_id)
            tx.execute(named.values(sender=sender))
        state = "taken" if target is None else "answer"
        values = {"state": state, "ticket_id": ticket_id, "ticket_message_id": message_id, "folded": read.text.folded}
        records.note(tx, row["id"], {**about, **values, "on_ticket": on_ticket}, None)
        if target is None:
            _after_raising(tx, row, ticket_id, old)
    return state


def _raise(tx: Tx, row: Mapping[str, Any], read: Letter, text: str) -> tuple[int, int]:
    form = dict.fromkeys(ticket_rules.FORM) | {
        "title": read.subject,
        "message": text,
        "primaryUser": tx.actor.user_id,
        "team": row["type"],
        "priority": teams.NORMAL,
        "metaType": "general",
        "infoUsers": [],
    }
    ticket_id = commands.raise_ticket(tx, form, [])
    tx.execute(sa.update(ticket).where(ticket.c.id == ticket_id).values(from_address=read.sender))
    message_id = ticket_queries.first_message(tx.connection, tx.actor, ticket_id)
    assert message_id is not None
    return ticket_id, message_id


def _answer(tx: Tx, target: Mapping[str, Any], text: str, on_ticket: bool) -> tuple[int, int]:
    """Write the message on the ticket. A message of somebody on it reopens a resolved ticket."""
    row = ticket_queries.locked(tx.connection, tx.actor, target["id"])
    if not on_ticket:
        return target["id"], writing.add(tx, row, text, [], by_support=False, on_ticket=False)
    if row["status"] == "resolved":
        TICKET_STATES.run(tx, target["id"], "reopen")
    return target["id"], commands.post(tx, target["id"], text, [], by_mail=True)["id"]


def _after_raising(tx: Tx, row: Mapping[str, Any], ticket_id: int, old: Mapping[str, Any] | None) -> None:
    """Link the ticket that the mail answers too late, and acknowledge the mail."""
    if old is not None:
        low, high = sorted((old["id"], ticket_id))
        tx.execute(sa.insert(ticket_link).values(low_id=low, high_id=high))
    wanted = tx.scalar(sa.select(mailbox.c.receipts).where(mailbox.c.id == row["mailbox_id"]))
    if wanted:
        raised = tx.one(sa.select(ticket).where(ticket.c.id == ticket_id))
        assert raised is not None
        confirm_receipt(tx, raised)


def _is_late(row: Mapping[str, Any]) -> bool:
    return bool(dt.datetime.now(dt.UTC) - row["last_message"] > rules.REOPENED_WITHIN)


def _end(
    db: Database,
    mail_id: int,
    stop: Stop,
    about: Mapping[str, Any],
    read: Letter | None = None,
    record: RecordOfMail | None = None,
) -> str:
    """Record why a mail is not a message, and the report of a bounce."""
    with db.transaction(as_service("support")) as tx:
        if records.is_waiting(tx, mail_id):
            values: dict[str, Any] = {**about, "state": stop.state, "reason": stop.reason, "is_stored": True}
            if read is not None and read.bounce is not None and not read.bounce.is_delay:
                values |= bounces.mark(tx, read)
                records.bounced(tx, mail_id, read)
            records.note(tx, mail_id, values, record)
    return stop.state
