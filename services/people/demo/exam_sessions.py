"""Tables of access arrangements, exam rooms, sessions, seats and invigilation: past, present and coming sessions, each
with seats in the order of candidate numbers."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from typing import Any

import psycopg

from kit.values.days import LONDON
from services.demo.calendar import ROOMS
from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.exam_entries import entries
from services.people.demo.exams import ENTRIES, RUNNING, TRIAL, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_room)"
SEATING, UNSTAFFED = 1, 2
"""Ids of sessions: one whose candidates have no seats yet, and one with a candidate and no invigilator."""
_SEATS = 20
_SEPARATE = 8
_BEGINS = {"am": dt.time(9), "pm": dt.time(13, 30)}


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        write(cursor, "access_arrangement", arrangements(world))
        write(
            cursor,
            "exam_room",
            [
                {
                    "id": number,
                    "location_id": place,
                    "capacity": 4 if number == _SEPARATE else _SEATS,
                    "distance": 125,
                    "separate": number == _SEPARATE,
                }
                for number, place in enumerate(ROOMS, start=1)
            ],
        )
        sessions, seats = _sessions(world)
        write(cursor, "exam_session", sessions)
        write(cursor, "exam_seat", seats)
        write(cursor, "invigilation", _duties(world, sessions))
        over = next(one for one in sessions if one["status"] == "finished")
        write(
            cursor,
            "exam_incident",
            [
                {
                    "id": 1,
                    "session_id": over["id"],
                    "at": over["starts"] + dt.timedelta(minutes=25),
                    "text": "The fire alarm rang for two minutes. Nobody left the room; the papers lay face down.",
                    "witness": "Lead invigilator",
                    "created_by_name": world.by_username["exams"].name,
                }
            ],
        )


def arrangements(world: World) -> list[Record]:
    """Return approved, expired and not yet approved arrangements."""
    rows: list[Record] = []
    for one in world.people["candidate"]:
        kinds = (["extraTime25"] if one.id % 6 == 0 else []) + (["wordProcessor"] if one.id % 10 == 0 else [])
        for kind in [*kinds, *(["restBreaks"] if one.id % 7 == 0 else []), *(["reader"] if one.id % 15 == 1 else [])]:
            approved = None if kind == "reader" else TODAY - dt.timedelta(days=200)
            rows.append(
                {
                    "id": len(rows) + 1,
                    "candidate_id": one.id,
                    "kind": kind,
                    "percent": 25 if kind == "extraTime25" else None,
                    "approved_on": approved,
                    "approved_by": "JCQ" if approved else "",
                    "expires_on": TODAY + dt.timedelta(days=-5 if one.id % 20 == 0 else 300) if approved else None,
                }
            )
    return rows


def _at(day: dt.date, session: str) -> dt.datetime:
    return dt.datetime.combine(day, _BEGINS[session], LONDON).astimezone(dt.UTC)


def _session(number: int, series: int, title: str, room: int, starts: dt.datetime, minutes: int) -> Record:
    ends = starts + dt.timedelta(minutes=minutes)
    now = dt.datetime.now(dt.UTC)
    morning = starts.astimezone(LONDON).date() == TODAY and starts.astimezone(LONDON).hour < 12
    status = "running" if morning else "finished" if ends < now and ends.date() < TODAY else "planned"
    begun = starts if status != "planned" else None
    return {
        "id": number,
        "series_id": series,
        "kind": "trial" if series == TRIAL else "public",
        "title": title,
        "room_id": room,
        "status": status,
        "starts": starts,
        "ends": ends,
        "begun": begun,
        "ended": ends if status == "finished" else None,
        "seated_at": starts - dt.timedelta(days=10),
        "notes": "",
    }


def _sessions(world: World) -> tuple[list[Record], list[Record]]:
    """Return the sessions with their seats. A candidate with two papers at once keeps the first; the second has no seat
    yet."""
    series_of = {one.id: one.series_id for one in all_exams()}
    entered: dict[int, list[Record]] = defaultdict(list)
    for entry in entries(world):
        if entry["status"] != "withdrawn":
            entered[entry["exam_id"]].append(entry)
    extra = {row["candidate_id"] for row in arrangements(world) if row["percent"] and row["expires_on"] > TODAY}
    papers = [paper for paper in components() if paper["minutes"] and paper["session"]]
    sessions, seats = _fixed(papers, series_of, entered)
    slots: dict[tuple[int, dt.date, str], list[Record]] = defaultdict(list)
    for paper in papers:
        if series_of[paper["exam_id"]] in (RUNNING, TRIAL):
            slots[series_of[paper["exam_id"]], paper["sitting_date"], paper["session"]].append(paper)
    for (series, day, part), together in sorted(slots.items()):
        starts, taken, room = _at(day, part), set[int](), 0
        for paper in together:
            for entry in entered[paper["exam_id"]]:
                if entry["candidate_id"] in taken:
                    continue
                taken.add(entry["candidate_id"])
                if room == 0 or len(taken) > room * _SEATS:
                    room += 1
                    title = f"{('Morning', 'Afternoon')[part == 'pm']} of {day:%d/%m/%y}, room {room}"
                    sessions.append(_session(len(sessions) + 1, series, title, room, starts, 135))
                seat = len(taken) - (room - 1) * _SEATS
                seats.append(_seat(len(seats) + 1, sessions[-1], entry, paper, seat, entry["candidate_id"] in extra))
    return sessions, seats


def _fixed(
    papers: list[Record], series_of: dict[int, int], entered: dict[int, list[Record]]
) -> tuple[list[Record], list[Record]]:
    """Return the sessions SEATING and UNSTAFFED."""
    paper = seating_paper(papers, series_of, entered)
    starts = _at(paper["sitting_date"], paper["session"])
    sessions = [
        _session(SEATING, ENTRIES, "Summer, first sitting", 6, starts, 120),
        _session(UNSTAFFED, ENTRIES, "Summer, second sitting", 7, starts, 120),
    ]
    return sessions, [_seat(1, sessions[1], entered[paper["exam_id"]][0], paper, 1, False)]


def seating_paper(papers: list[Record], series_of: dict[int, int], entered: dict[int, list[Record]]) -> Record:
    """Return the first paper with two entries of the series that takes entries."""
    fitting = (one for one in papers if series_of[one["exam_id"]] == ENTRIES and len(entered[one["exam_id"]]) > 1)
    return next(fitting)


def _seat(number: int, session: Record, entry: Record, paper: Record, seat: int, extra: bool) -> Record:
    status = "expected"
    if session["status"] == "finished" or (session["status"] == "running" and number % 3):
        status = "absent" if number % 29 == 0 else "late" if number % 13 == 0 else "present"
    minutes = paper["minutes"] * 5 // 4 if extra else paper["minutes"]
    return {
        "id": number,
        "session_id": session["id"],
        "entry_id": entry["id"],
        "component_id": paper["id"],
        "candidate_id": entry["candidate_id"],
        "kind": session["kind"],
        "seat": seat,
        "status": status,
        "starts": session["starts"],
        "ends": session["starts"] + dt.timedelta(minutes=minutes),
        "arrived": session["starts"] if status in ("present", "late") else None,
        "identity_checked": status in ("present", "late"),
    }


def _duties(world: World, sessions: list[Record]) -> list[Record]:
    """Return two invigilators for most sessions; some have not answered yet, one declined."""
    people = [one for one in world.people["invigilator"] if one.status == "active"]
    rows: list[Record] = []
    for session in sessions[UNSTAFFED:]:
        if session["id"] % 7 == 0:
            continue
        for place in range(2):
            number = len(rows) + 1
            coming = session["status"] == "planned" and number % 3
            rows.append(
                {
                    "id": number,
                    "session_id": session["id"],
                    "invigilator_id": people[number % len(people)].id,
                    "kind": session["kind"],
                    "role": "invigilator" if place else "lead",
                    "status": "declined" if number % 19 == 0 else "invited" if coming else "confirmed",
                    "starts": session["starts"],
                    "ends": session["ends"],
                }
            )
    return rows
