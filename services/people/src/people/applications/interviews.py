"""Interviews: the scorecards of their interviewers, and their entries in the calendar."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.records import Change, crud, pipeline
from kit.values.types import label_of
from people.applications import notices, rules
from people.applications.model import application_interview, application_scorecard
from people.calendar.fields import EVENT, EVENT_PERSON
from people.calendar.model import booking, event
from people.calendar.workflow import EVENT_STATES
from people.checks.central import LEFT
from people.persons.model import TABLES
from people.persons.queries import full_name

_i, _card, _b, _e = application_interview.c, application_scorecard.c, booking.c, event.c
_staff = TABLES["staff"]
_MEETING, _STAFF = "meeting", "staff"
GIVEN = "This interview already has a scorecard"
UNKNOWN_STAFF = "Please choose members of staff"
RETIRED = "Please choose members of staff who have not left"
WITHDRAWN, ENDED = "The interview is withdrawn", "The application has ended"


def _names(tx: Tx, ids: Collection[int], present: Collection[int] = ()) -> dict[int, str]:
    """Return the names of members of staff; former members may stay but cannot be added. Raises Invalid."""
    columns = (_staff.c.id, full_name(_staff).label("name"), _staff.c.status)
    rows = tx.all(sa.select(*columns).where(_staff.c.id.in_(ids)).order_by(_staff.c.last_key, _staff.c.id))
    refusal = "" if ids and len(rows) == len(set(ids)) else UNKNOWN_STAFF
    if any(row["status"] == LEFT and row["id"] not in present for row in rows):
        refusal = RETIRED
    if refusal:
        raise Invalid(refusal, fields={"interviewerIds": refusal})
    return {row["id"]: row["name"] for row in rows}


def complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the interviewers' names of a new interview. Raises Invalid."""
    return {"interviewers": ", ".join(_names(tx, values["interviewer_ids"]).values())}


def plan(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Give each interviewer of a new interview a scorecard, and enter the interview in their calendars."""
    _place_cards(tx, record, values["application_id"], _names(tx, values["interviewer_ids"]))
    follow(tx, record)


def change_interviewers(tx: Tx, change: Change) -> None:
    """Change the scorecards and the calendar entry with the interviewers."""
    names = _names(tx, change.new, change.old)
    _place_cards(tx, change.row["id"], change.row["application_id"], names)
    named = ", ".join(names.values())
    tx.execute(sa.update(application_interview).where(_i.id == change.row["id"]).values(interviewers=named))
    follow(tx, change.row["id"])


def change(tx: Tx, change: Change) -> None:
    """Change the calendar entry with the time, the length or the place."""
    follow(tx, change.row["id"], reinstate=change.field.name == "at")


def _place_cards(tx: Tx, record: int, application_id: int, names: Mapping[int, str]) -> None:
    """Give each interviewer a scorecard, and notify the new ones. A submitted scorecard stays."""
    mine = sa.select(_card.staff_id).where(_card.interview_id == record)
    present = set(tx.execute(mine).scalars())
    gone = sa.and_(_card.interview_id == record, _card.staff_id.not_in(names), _card.status == "waiting")
    tx.execute(sa.delete(application_scorecard).where(gone))
    for staff_id in names.keys() - present:
        tx.insert(
            application_scorecard,
            {
                "interview_id": record,
                "application_id": application_id,
                "staff_id": staff_id,
                "staff_name": names[staff_id],
            },
        )
    users = sa.select(_staff.c.user_id).where(_staff.c.id.in_(names.keys() - present), _staff.c.user_id.is_not(None))
    interviewers = list(tx.execute(users).scalars())
    if interviewers:
        notices.invite(tx, application_id, interviewers)


def follow(tx: Tx, record: int, *, reinstate: bool = False) -> None:
    """Update the calendar entry of an interview, or create one for a coming interview that has none. An entry cancelled
    in the calendar stays cancelled, unless the interview moves (`reinstate`). Raises Conflict if an interviewer is
    busy."""
    interview = tx.one(sa.select(application_interview).where(_i.id == record))
    assert interview is not None
    entry = tx.one(sa.select(event).where(_e.id == interview["event_id"]))
    cancelled = entry is not None and entry["status"] == "cancelled"
    if entry is None or (cancelled and reinstate):
        if _end(interview) > dt.datetime.now(dt.UTC):
            _enter(tx, interview)
    elif not cancelled:
        for name, value in _values(interview).items():
            pipeline.update_in(tx, EVENT, name, entry["id"], value)
        _change_persons(tx, entry["id"], interview["interviewer_ids"])


def _end(interview: Row) -> dt.datetime:
    return interview["at"] + dt.timedelta(minutes=interview["minutes"])  # type: ignore[no-any-return]  # values of a row are untyped


def _values(interview: Row) -> dict[str, Any]:
    """Return the fields of the calendar entry that follow from the interview."""
    place = ": ".join(filter(None, (label_of(rules.WAYS, interview["way"]), interview["place"])))
    return {
        "start": interview["at"].isoformat(),
        "end": _end(interview).isoformat(),
        "notes": f"<p>{html.escape(place)}</p>",
    }


def _enter(tx: Tx, interview: Row) -> None:
    """Make the calendar entry. All staff read calendars, so it does not name the applicant."""
    body = _values(interview) | {
        "title": f"Interview, application {interview['application_id']}",
        "type": _MEETING,
        "people": [{"kind": _STAFF, "id": one} for one in interview["interviewer_ids"]],
    }
    number = crud.create(tx, EVENT, body)
    tx.execute(sa.update(application_interview).where(_i.id == interview["id"]).values(event_id=number))


def _change_persons(tx: Tx, number: int, interviewers: Collection[int]) -> None:
    """Take former interviewers off the calendar entry, and add new ones."""
    rows = tx.all(sa.select(_b.id, _b.person_id).where(_b.event_id == number, _b.kind == _STAFF))
    for row in rows:
        if row["person_id"] not in interviewers:
            crud.remove(tx, EVENT_PERSON, row["id"])
    for staff_id in set(interviewers) - {row["person_id"] for row in rows}:
        crud.create(tx, EVENT_PERSON, {"eventId": number, "kind": _STAFF, "personId": staff_id})


def withdraw(tx: Tx, row: Row) -> None:
    """Cancel the calendar entry of an interview that is deleted. Raises Conflict where a scorecard is given."""
    given = sa.exists().where(_card.interview_id == row["id"], _card.status == "given")
    if tx.scalar(sa.select(given)):
        raise Conflict(GIVEN)
    _cancel(tx, _i.id == row["id"], WITHDRAWN)


def cancel_all(tx: Tx, application_id: int) -> None:
    """Cancel the calendar entries of the coming interviews of an application that ends."""
    _cancel(tx, _i.application_id == application_id, ENDED)


def _cancel(tx: Tx, interviews: sa.ColumnElement[bool], reason: str) -> None:
    to_come = sa.and_(interviews, _e.status == "active", _e.ends > sa.func.now())
    entries = sa.select(_e.id).join(application_interview, _i.event_id == _e.id).where(to_come).order_by(_e.id)
    for number in tx.execute(entries).scalars().all():
        EVENT_STATES.run(tx, number, "cancel", {"reason": reason})
