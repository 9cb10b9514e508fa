"""Booking of the interviews of collection reports: one after the other, in one room."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit import rpc
from kit.database import Database, all_rows
from kit.errors import Invalid
from kit.policy import Actor
from kit.records import pipeline
from kit.values import Text
from kit.values.days import LONDON
from staffroom.people.v1 import people_pb2 as pb
from staffroom.people.v1 import people_pb2_grpc
from teaching.collections.fields import COLLECTION_FIELDS
from teaching.collections.model import collection, interviewer
from teaching.collections.policy import WRITTEN

NO_TIME = "Please use hours and minutes, as 14:30"
NO_DAY = "Please set the date of the interview first"
THERE = "It is already on the calendar"
UNKNOWN = "There is no such collection report to book"
_c, _i = collection.c, interviewer.c


class TimeOfDay(Text):
    """A time of day in London, as 14:30."""

    def read(self, raw: Any) -> Any:
        text = super().read(raw)
        if not text:
            return None
        try:
            return dt.datetime.strptime(text, "%H:%M").time()
        except ValueError:
            raise Invalid(NO_TIME) from None


def book(db: Database, actor: Actor, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Book the interviews of the reports `ids` from `time` on their day, `minutes` each and in their order, in the room
    `locationId`. Return a row for each with its event or the reason for none. The calendar decides as for the caller's
    own booking, so a conflict refuses only its row. Raises Unavailable. It calls people, so call it outside a
    transaction."""
    ids = list(dict.fromkeys(asked["ids"]))
    reports = {row["id"]: row for row in db.query(_reports, actor, ids)}
    rows = {number: _row(number, reports.get(number)) for number in ids}
    free = [reports[number] for number in ids if not rows[number]["error"]]
    bodies = [_body(row, asked, place) for row, place in _places(free)]
    for row, body, event in zip(free, bodies, _booked(bodies), strict=True):
        answer = rows[row["id"]]
        if event.id:
            pipeline.update(db, COLLECTION_FIELDS, actor, row["id"], "eventId", event.id)
            answer |= {"eventId": event.id, "start": body["start"]}
        else:
            answer["error"] = event.refusal
    return list(rows.values())


def _row(number: int, report: Mapping[str, Any] | None) -> dict[str, Any]:
    if report is None:
        return {"id": number, "student": "", "eventId": None, "start": None, "error": UNKNOWN}
    error = THERE if report["event_id"] is not None else NO_DAY if report["date"] is None else ""
    return {"id": number, "student": report["student_name"], "eventId": None, "start": None, "error": error}


def _places(reports: list[dict[str, Any]]) -> list[tuple[dict[str, Any], int]]:
    """Return each report with its position among those of its day, from 0."""
    count: dict[dt.date, int] = {}
    places = []
    for row in reports:
        places.append((row, count.get(row["date"], 0)))
        count[row["date"]] = places[-1][1] + 1
    return places


def _body(report: Mapping[str, Any], asked: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Return the body of `POST /events` for the interview of a report."""
    length = dt.timedelta(minutes=asked["minutes"])
    # elapsed time, so that an interview over a skipped hour is as long as every other
    first = dt.datetime.combine(report["date"], asked["time"], LONDON).astimezone(dt.UTC)
    start = first + place * length
    people = [{"kind": "student", "id": report["student_id"]}]
    people += [{"kind": one["kind"], "id": one["person_id"]} for one in report["interviewers"]]
    return {
        "title": f"Collection: {report['course_title']}"[:200],
        "type": "meeting",
        "start": start.isoformat(),
        "end": (start + length).isoformat(),
        "locationId": asked["locationId"],
        "courseId": report["course_id"],
        "departmentId": report["department_id"],
        "people": people,
    }


def _reports(connection: sa.Connection, actor: Actor, ids: list[int]) -> list[dict[str, Any]]:
    """Return the drafts among `ids` that the actor writes, with their interviewers."""
    drafts = sa.select(collection).where(_c.id.in_(ids), _c.status == "draft", WRITTEN.where(actor))
    them = all_rows(connection, sa.select(interviewer).where(_i.collection_report_id.in_(ids)).order_by(_i.name))
    return [
        {**row, "interviewers": [one for one in them if one["collection_report_id"] == row["id"]]}
        for row in all_rows(connection, drafts)
    ]


def _booked(bodies: list[dict[str, Any]]) -> list[pb.BookedEvent]:
    if not bodies:
        return []
    stub = people_pb2_grpc.PersonServiceStub(rpc.channel("people"))
    request = pb.BookEventsRequest(bodies=[json.dumps(body) for body in bodies])
    return list(rpc.call(stub.BookEvents, request).events)
