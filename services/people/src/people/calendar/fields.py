"""Editable fields of events, of the persons on them, and of series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Row, nobody, reading
from kit.records import Acts, Change, Create, Delete, FieldSet, Series
from kit.values import RecordId, Select, Text, options
from kit.values.table import Cell, Table
from people.calendar import attributes, commands, queries, recurrence, slips
from people.calendar.answers import EventParts
from people.calendar.checked import check_tutors
from people.calendar.free.hours import WORKING_HOURS_FIELDS
from people.calendar.messages.notices import Noted, note
from people.calendar.model import booking, event, event_series
from people.calendar.policy import ASKED, BOOKS, OWN_TIME, PLACES
from people.calendar.publishing import publish, publish_deleted
from people.calendar.workflow import EVENT_STATES
from people.policy import OF_STAFF, STAFF

CANCELLED = "A cancelled event cannot be changed"
_PERSON = Select(choices=options(*attributes.PERSON_KINDS), required=True)
PEOPLE = Table(columns=(Cell("kind", "Kind", _PERSON), Cell("id", "Person", RecordId(required=True))), most=200)


class Rule(Text):
    """An RRULE of RFC 5545 with an end."""

    def read(self, raw: Any) -> str:
        text = super().read(raw)
        return recurrence.read(text) if text else text


@reading("status")
def _cancelled(row: Row) -> str | None:
    return CANCELLED if row["status"] == "cancelled" else None


def _moves_to(tx: Tx, change: Change) -> None:
    commands.time_or_place_changed(tx, change)
    commands.series_follows(tx, change)


def _whole_days(tx: Tx, change: Change) -> None:
    commands.publish_change(tx, change)
    note(tx, Noted(change.row["id"], before={change.field.column.name: change.old}))


EVENT = FieldSet(
    name="event",
    path="/events/{id}",
    sections=attributes.EVENT.sections(
        {"event": "Event", "place": "Place and course"},
        {
            "start": Acts(after=commands.rescheduled, dependents=commands.end_follows),
            "end": Acts(after=commands.rescheduled),
            "allDay": Acts(after=_whole_days),
            "title": Acts(after=commands.series_follows),
            "type": Acts(after=commands.series_follows, may=STAFF),
            "locationId": Acts(after=_moves_to, may=STAFF),
            "zoomTutorId": Acts(after=_moves_to, may=STAFF),
            "courseId": Acts(after=commands.of_course, may=STAFF),
            "departmentId": Acts(after=commands.series_follows, may=STAFF),
            "overrideReason": Acts(after=commands.time_or_place_changed, may=STAFF),
        },
    ),
    workflow=EVENT_STATES,
    may=BOOKS,
    when=_cancelled,
    extra=queries.extra,
    answers=EventParts,
    ordered=(("start", "end"),),
    create=Create(
        may=BOOKS,
        also={"people": PEOPLE, "rule": Rule(max_length=300)},
        complete=commands.complete,
        after=commands.book,
    ),
    delete=Delete(
        may=OWN_TIME, instead="Please cancel it instead.", after=lambda tx, row: publish_deleted(tx, row["id"])
    ),
    series=Series(scopes=attributes.SCOPES, others=commands.other_dates, value=commands.of_other_date),
    asks=True,
    actions={"changePeople": STAFF},
)


def _answered(tx: Tx, change: Change) -> None:
    commands.taken(tx, change.row["event_id"])


def _place(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Fill in the place of a student on the course of the event, if the caller does not name it."""
    if values.get("cws_id") is not None:
        return {}
    course = tx.scalar(sa.select(event.c.course_id).where(event.c.id == values["event_id"]))
    return {"cws_id": commands.place_on(tx, course, values["kind"], values["person_id"])}


def _added(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    commands.check_person(tx, values["kind"], values["person_id"])
    commands.taken(tx, values["event_id"])
    tx.before_commit(check_tutors, values["event_id"])
    note(tx, Noted(values["event_id"], joined=(values["kind"], values["person_id"])))


def _removed(tx: Tx, row: Row) -> None:
    tx.before_commit(slips.ask, slips.About("leave", row["event_id"], row))
    tx.before_commit(publish, row["event_id"])
    note(tx, Noted(row["event_id"], left=row))


EVENT_PERSON = FieldSet(
    name="eventPerson",
    table=booking,
    path="/events/people/{id}",
    sections=attributes.BOOKING.sections({"person": "Person on event"}, {"status": Acts(after=_answered)}),
    scope=PLACES,
    may=STAFF | ASKED,
    create=Create(fields=("eventId", "kind", "personId", "cwsId"), may=STAFF, complete=_place, after=_added),
    delete=Delete(may=STAFF, after=_removed, asks=True),
)
"""A person on an event; its id is the ewpId."""

EVENT_SERIES = FieldSet(
    name="eventSeries",
    table=event_series,
    path="/masterevents/{id}",
    sections=attributes.SERIES.sections(
        {"event": "Master event", "place": "Place and course"},
        {entry.name: Acts(read_only=True) for entry in attributes.SERIES},
    ),
    scope=OF_STAFF,
    may=nobody,
)
"""The master event of a series; a change applies to all of its dates."""

FIELDSETS = (EVENT_PERSON, EVENT, EVENT_SERIES, WORKING_HOURS_FIELDS)
