"""A meeting with a lead: an event on the calendar of a colleague, an entry of the log, and the next step."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Row
from kit.records import Watch, crud
from kit.values import DateTime, Integer, RecordId, Text
from people.calendar.fields import EVENT
from people.leads import owning
from people.leads.attributes import OPEN, owner
from people.leads.contacts import log
from people.leads.model import enquiry, lead_contact
from people.leads.workflow import LEAD_MOVES
from people.mails import paragraphs

MEETING = {
    "start": DateTime(required=True),
    "minutes": Integer(minimum=5, maximum=480, required=True),
    "userId": RecordId(),
    "locationId": RecordId(minimum=0),
    "note": Text(multiline=True, max_length=2000),
    "overrideReason": Text(max_length=200),
}
"""The body of a meeting, by type of field."""
STEP = "Meeting"
PAST = "Please choose a time that is to come"
NO_STAFF = "Please choose who meets them: nobody owns the lead, and you are not on record as staff"


def book(tx: Tx, lead_id: int, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Book a meeting on the calendar of a colleague, by default the owner, and make it the next step of an open lead.

    Returns `{id, eventId, status, nextStep, nextDue}`. Raises NotFound, Invalid; and Conflict if the lead was merged,
    or somebody or the room is taken.
    """
    lead = log.lock(tx, lead_id)
    start = asked["start"]
    if start <= dt.datetime.now(dt.UTC):
        raise Invalid(PAST, title="Form errors", fields={"start": PAST})
    owning.check_owner(tx, asked["userId"], "userId")
    body = {
        "title": f"Meeting with {lead['first_name']} {lead['last_name']}",
        "type": "meeting",
        "start": start.isoformat(),
        "end": (start + dt.timedelta(minutes=asked["minutes"])).isoformat(),
        "locationId": asked["locationId"],
        "departmentId": lead["department_id"],
        "overrideReason": asked["overrideReason"],
        "notes": _notes(lead_id, asked["note"]),
        "people": [{"kind": "staff", "id": _staff(tx, asked["userId"], lead)}],
    }
    event_id = crud.create(tx, EVENT, {name: value for name, value in body.items() if value not in (None, "")})
    is_open = lead["lead_status"] in OPEN
    entry = dict.fromkeys(log.ENTRY) | {
        "kind": "meeting",
        "direction": "out",
        "outcome": "",
        "text": asked["note"] or STEP,
        "eventId": event_id,
        "nextStep": STEP if is_open else "",
        "nextDue": start if is_open else None,
    }
    return {"eventId": event_id} | log.write(tx, lead_id, entry)


def _notes(lead_id: int, note: str) -> str:
    link = f'<p><a href="/lead/{lead_id}">Lead {lead_id}</a></p>'
    return link + paragraphs(note)


def _staff(tx: Tx, user_id: int | None, lead: Row) -> int:
    """Return the member of staff who meets the lead: the named one, the owner, or the caller. Raises Invalid."""
    staff = sa.select(owner.c.id).where(owner.c.status == "active")
    for user in (user_id, lead["owner_id"]):
        if user is not None and (record := tx.scalar(staff.where(owner.c.user_id == user))) is not None:
            return int(record)
    mine = tx.actor.person("staff")
    if mine is None or tx.scalar(staff.where(owner.c.id == mine)) is None:
        raise Invalid(NO_STAFF, title="Form errors", fields={"userId": NO_STAFF})
    return mine


def _follow(tx: Tx, before: Row | None, now: Row | None) -> None:
    """Move the next step of the leads whose meeting is rescheduled."""
    if before is None or now is None or before["starts"] == now["starts"]:
        return
    of_event = sa.select(lead_contact.c.lead_id).where(lead_contact.c.event_id == now["id"])
    due = (enquiry.c.next_step == STEP, enquiry.c.next_due == before["starts"], enquiry.c.lead_status.in_(OPEN))
    leads = sa.select(enquiry).where(enquiry.c.id.in_(of_event), *due).order_by(enquiry.c.id).with_for_update()
    for lead in tx.all(leads):
        writing.change(tx, LEAD_MOVES, lead, {"next_due": now["starts"]})


WATCHES = (Watch("event", _follow),)
