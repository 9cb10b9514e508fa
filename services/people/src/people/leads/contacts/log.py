"""The log of a lead: an entry, the next step and the status in one transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Invalid
from kit.values import DateTime, RecordId, Select, Text
from people.leads import rules
from people.leads.attributes import OPEN, STATUSES
from people.leads.contact_attributes import CONTACTS, DIRECTIONS, OUTCOMES
from people.leads.model import NO_NEXT_STEP, enquiry, lead_contact
from people.leads.workflow import LEAD_MOVES
from people.policy import OF_STAFF

ENTRY = {
    "kind": Select(choices=CONTACTS, required=True),
    "direction": Select(choices=DIRECTIONS),
    "outcome": Select(choices=OUTCOMES, blank=""),
    "text": Text(multiline=True, max_length=4000),
    "nextStep": Text(max_length=200),
    "nextDue": DateTime(),
    "status": Select(choices=STATUSES),
    "reasonId": RecordId(),
    "reasonDetail": Text(multiline=True, max_length=1000),
    "eventId": RecordId(),
}
"""The body of a log call, by type of field."""
AGAIN = "Call again"
OURS = ("call", "mail", "meeting")
"""Kinds of entries that count as our answer."""
NO_TEXT = "Please say what was said"


def lock(tx: Tx, lead_id: int) -> dict[str, Any]:
    """Return the lead, locked. Raises NotFound; Conflict if it was merged."""
    mine = sa.and_(enquiry.c.id == lead_id, OF_STAFF.where(tx.actor))
    row = row_or_404(tx.connection, sa.select(enquiry).where(mine).with_for_update())
    if row["merged_into_id"]:
        merged = row["merged_into_id"]
        raise Conflict(f"This lead is merged into lead {merged}", code="merged_already", extra={"mergedIntoId": merged})
    return dict(row)


def write(tx: Tx, lead_id: int, entry: Mapping[str, Any]) -> dict[str, Any]:
    """Write an entry of the log, the next step, and the status if the entry names one; return `{id, status, nextStep,
    nextDue}`.

    A first call moves a new lead to called. A finished step needs a next one; after a call that reached nobody it is
    "Call again" on the next working day. Raises NotFound, Conflict, Invalid.
    """
    row = lock(tx, lead_id)
    now = dt.datetime.now(dt.UTC)
    if not entry["text"] and not (entry["kind"] == "call" and entry["outcome"]):
        raise Invalid(NO_TEXT, title="Form errors", fields={"text": NO_TEXT})
    status = entry["status"] or ("called" if row["lead_status"] == "new" and entry["kind"] == "call" else None)
    goes_on = (status or row["lead_status"]) in OPEN
    step = _next(row, entry, now) if goes_on else {}
    direction = entry["direction"] or "out"
    values: dict[str, Any] = {"last_contact": now, **step}
    if row["first_answered"] is None and direction == "out" and entry["kind"] in OURS:
        values["first_answered"] = now
    values = {name: value for name, value in values.items() if value != row[name]}
    if status is not None and status != row["lead_status"]:
        body = (
            {"nextStep": step.get("next_step", ""), "nextDue": step.get("next_due")}
            if goes_on
            else {"reasonId": entry["reasonId"], "reasonDetail": entry["reasonDetail"]}
        )
        move = next(move for move in LEAD_MOVES.moves if move.target == status)
        sent = {name: value.isoformat() if isinstance(value, dt.datetime) else value for name, value in body.items()}
        LEAD_MOVES.run(tx, lead_id, move.name, sent)
        row = lock(tx, lead_id)
    writing.change(tx, LEAD_MOVES, row, values)
    contact = tx.insert(
        lead_contact,
        {
            "lead_id": lead_id,
            "at": now,
            "kind": entry["kind"],
            "direction": direction,
            "outcome": entry["outcome"],
            "text": entry["text"],
            "by_id": tx.actor.user_id,
            "by_name": tx.actor.name,
            "next_step": step.get("next_step", ""),
            "next_due": step.get("next_due"),
            "event_id": entry["eventId"],
        },
    )
    now_row = lock(tx, lead_id)
    return {
        "id": contact,
        "status": now_row["lead_status"],
        "nextStep": now_row["next_step"],
        "nextDue": now_row["next_due"],
    }


def _next(row: Mapping[str, Any], entry: Mapping[str, Any], now: dt.datetime) -> dict[str, Any]:
    """Return the next step of an open lead after the entry. Raises Invalid if the current one is past and no other is
    named."""
    step, due = entry["nextStep"], entry["nextDue"]
    if step or due:
        given = {"next_step": step or row["next_step"], "next_due": due or row["next_due"]}
        if all(given.values()):
            return given
    elif row["next_due"] is not None and row["next_due"] > now:
        if entry["kind"] != "call" or entry["outcome"] == "reached":
            return {"next_step": row["next_step"], "next_due": row["next_due"]}
    if not due and entry["outcome"] in ("noAnswer", "voicemail"):
        return {"next_step": step or AGAIN, "next_due": rules.working_day(now)}
    missing = {name: NO_NEXT_STEP for name in ("nextStep", "nextDue") if not entry[name]}
    raise Invalid(NO_NEXT_STEP, title="Form errors", fields=missing)
