"""Tables of packets with their log, of references of teachers, and of anomalies: packets in each state, including a
late one and a wrong one. The room's own statements find the anomalies."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg

from people.exams.anomalies.finding import statements
from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.compliance import execute
from services.people.demo.exam_entries import STUDENT, entries
from services.people.demo.exams import RUNNING, SUMMER_2020, WAITING, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_packet)"
WRONG_EVERY = 37
_LIFE = ("received", "stored", "opened", "packed", "dispatched", "returned")
_SAFE = "Exam store, cabinet 2"
_BLEMISHES = """
UPDATE exam_candidacy SET legal_name = 'UNKNOWN: ' || legal_name WHERE id % 41 = 0;
UPDATE candidate SET uci = (
  SELECT uci FROM exam_candidacy c WHERE c.candidate_id = candidate.id AND c.uci <> '' LIMIT 1
) WHERE id % 9 <> 0 AND EXISTS (SELECT FROM exam_candidacy c WHERE c.candidate_id = candidate.id AND c.uci <> '');
"""
"""Names that differ from the candidate's; identifiers that agree, with some exceptions."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    staff = world.by_username
    with connection.cursor() as cursor:
        packets = _packets(staff["exams"].id, staff["sysadmin"].id)
        write(cursor, "exam_packet", packets)
        log = [line for packet in packets for line in _lines(packet, staff["exams"].name, staff["sysadmin"].name)]
        write(cursor, "packet_log", [{"id": number} | line for number, line in enumerate(log, start=1)])
        for blemish in _BLEMISHES.split(";"):
            if blemish.strip():
                cursor.execute(blemish.encode())
        write(cursor, "teacher_reference", _references(world))
        write(cursor, "result_review", _appeals(world))
        write(cursor, "certificate", _certificates(world))
        write(
            cursor,
            "centre_declaration",
            [
                {
                    "id": 1,
                    "series_id": SUMMER_2020,
                    "head_name": "Dr Jane Ward",
                    "written_by": staff["exams"].name,
                    "declared": dt.datetime(2020, 6, 12, 15, tzinfo=dt.UTC),
                },
            ],
        )
        for statement in statements():
            execute(cursor, statement)
        cursor.execute("UPDATE exam_anomaly SET since = now() - (id % 12) * interval '1 day'")


def _packets(officer: int, second: int) -> list[Record]:
    """Return a packet for each paper of the current and past series, in the state of its day."""
    series_of = {one.id: one.series_id for one in all_exams()}
    rows: list[Record] = []
    for paper in components():
        if paper["sitting_date"] is None or series_of[paper["exam_id"]] not in (RUNNING, WAITING):
            continue
        number = len(rows) + 1
        status = _status(number, (paper["sitting_date"] - TODAY).days)
        done = _LIFE.index(status) if status in _LIFE else 2 if status == "wrong" else -1
        sat = dt.datetime.combine(paper["sitting_date"], dt.time(8, 45), dt.UTC)
        rows.append(
            {
                "id": number,
                "component_id": paper["id"],
                "barcode": f"{paper['code']}-{number:05}",
                "copies": 25,
                "status": status,
                "place": _SAFE if done >= 0 else "",
                "opened": sat if done >= 2 else None,
                "opened_by_id": officer if done >= 2 else None,
                "second_id": second if done >= 2 else None,
                "checked": f"{paper['sitting_date']:%d/%m/%y}, {paper['code']}" if done >= 2 else "",
                "tracking": f"PF{number:08}GB" if done >= 4 else "",
                "dispatched": sat + dt.timedelta(hours=6) if done >= 4 else None,
                "note": "Paper 2 was in the packet of paper 1; reported to the board" if status == "wrong" else "",
            }
        )
    return rows


def _references(world: World) -> list[Record]:
    """Return references of teachers for the summer of 2020: received, requested, or only named."""
    rows: list[Record] = []
    for entry in entries(world):
        if entry["kind"] != "centreAssessed" or entry["id"] % 2:
            continue
        number = len(rows) + 1
        status = ("received", "received", "asked", "named")[number % 4]
        came = status == "received"
        due = TODAY + dt.timedelta(days=number % 10) if status == "asked" else dt.date(2020, 6, 5) if came else None
        rows.append(
            {
                "id": number,
                "entry_id": entry["id"],
                "teacher": ("Dr Ruth Amsel", "Mr Owen Tate")[number % 2],
                "email": f"teacher{number}@schools.example",
                "school": "Wychwood School",
                "status": status,
                "due": due,
                "grade": entry["assessed_grade"] if came else "",
                "rank": entry["rank"] if came else None,
                "words": "Mocks, two essays and the work of two years in lessons." if came else "",
                "signed_name": ("Dr Ruth Amsel", "Mr Owen Tate")[number % 2] if came else "",
                "received": dt.datetime(2020, 6, 3, 12, tzinfo=dt.UTC) if came else None,
            }
        )
    return rows


def _appeals(world: World) -> list[Record]:
    """Return appeals against the grades of 2020: requested, with the board, successful, and unsuccessful."""
    rows: list[Record] = []
    for entry in entries(world):
        if entry["kind"] != "centreAssessed" or entry["status"] == "withdrawn":
            continue
        if entry["id"] % 7 and entry["candidate_id"] != STUDENT:
            continue
        number = len(rows) + 1
        status = ("asked", "sent", "changed", "unchanged")[number % 4]
        sent = None if status == "asked" else dt.date(2020, 8, 24)
        rows.append(
            {
                "id": number,
                "entry_id": entry["id"],
                "candidate_id": entry["candidate_id"],
                "service": "appeal",
                "status": status,
                "consented_on": dt.date(2020, 8, 21),
                "due_on": dt.date(2020, 9, 17),
                "sent_on": sent,
                "grade_before": entry["result_grade"] if sent else "",
                "grade_after": "A" if status == "changed" else "",
                "reason": "The mock of January was left out",
            }
        )
    return rows


def _certificates(world: World) -> list[Record]:
    """Return certificates of the summer of 2020: expected, kept for too long, collected and posted."""
    boards = {one.id: one.board for one in all_exams()}
    wanted = {
        (entry["candidacy_id"], entry["candidate_id"], boards[entry["exam_id"]])
        for entry in entries(world)
        if entry["kind"] == "centreAssessed" and entry["status"] != "withdrawn"
    }
    rows: list[Record] = []
    for candidacy, candidate, board in sorted(wanted):
        number = len(rows) + 1
        status = ("collected", "received", "posted", "collected", "expected")[number % 5]
        came = status != "expected"
        rows.append(
            {
                "id": number,
                "candidacy_id": candidacy,
                "candidate_id": candidate,
                "board": board,
                "status": status,
                "number": f"{board[:3].upper()}{2020_0000 + number}" if came else "",
                "place": _SAFE if came else "",
                "received_on": dt.date(2020, 10, 28) if came else None,
                "keep_until": dt.date(2021, 10, 28) if came else None,
                "given_on": dt.date(2020, 11, 5) if status in ("collected", "posted") else None,
                "given_to": "The candidate" if status == "collected" else "",
                "identity_seen": status == "collected",
                "tracking": f"RM{number:08}GB" if status == "posted" else "",
            }
        )
    return rows


def _status(number: int, days: int) -> str:
    if number % WRONG_EVERY == 0:
        return "wrong"
    if days < -20:
        return "returned"
    if days < 0:
        return "packed" if number % 2 else "dispatched"
    if days == 0:
        return "opened" if number % 2 else "stored"
    return ("expected", "received", "stored")[number % 3]


def _lines(packet: Record, officer: str, second: str) -> list[Record]:
    """Return the log of a packet: an entry for each state that it has been in."""
    done = 2 if packet["status"] == "wrong" else _LIFE.index(packet["status"]) if packet["status"] in _LIFE else -1
    states = [*_LIFE[: done + 1], *(["wrong"] if packet["status"] == "wrong" else [])]
    return [
        {
            "packet_id": packet["id"],
            "what": state,
            "by_name": officer,
            "place": packet["place"],
            "second_name": second if state == "opened" else "",
            "tracking": packet["tracking"] if state in ("dispatched", "returned") else "",
            "note": packet["note"] if state == "wrong" else "",
            "created": dt.datetime.combine(TODAY, dt.time(8), dt.UTC) - dt.timedelta(days=10 - place),
        }
        for place, state in enumerate(states)
    ]
