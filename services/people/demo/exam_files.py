"""Tables of board files: imported basedata, files of entries in every state, options of public exams, and an entry for
each kind of anomaly about files."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import Any

import psycopg

from people.exams.files import layouts, naming
from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.exam_entries import candidacies, entries
from services.people.demo.exams import ENTRIES, RUNNING, WAITING, all_exams

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_exchange)"
_IDENTIFIERS = {"AQA": "70", "Edexcel": "10", "OCR": "01", "WJEC": "40"}
_CENTRE = "62501"
_PUBLIC = (RUNNING, ENTRIES, WAITING)
_YEAR = f"{TODAY.year % 100:02}"
GONE, WITHOUT_FEE, TIERED = 44, 7, 10
"""Exams whose option is withdrawn, has no fee, or has a tier."""
_ON_FILE = ("AQA", "OCR")
"""Boards with files."""


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    by = world.by_username["exams"].name
    with connection.cursor() as cursor:
        write(
            cursor,
            "exam_exchange",
            [
                {
                    "id": number,
                    "board": board,
                    "identifier": _IDENTIFIERS.get(board, ""),
                    "centre_number": _CENTRE,
                    "way": "edi" if board in _IDENTIFIERS else "csv",
                    "source": "Please compare with the board's list",
                }
                for number, board in enumerate(("AQA", "Edexcel", "OCR", "WJEC", "CAIE", "IB"), start=1)
            ],
        )
        write(cursor, "exam_option", options())
        files, rows = _files(world, by)
        write(cursor, "exam_file", files)
        write(cursor, "exam_file_row", rows)
        write(cursor, "exam_disallowed", _disallowed(world))
        write(cursor, "exam_billing", _billing(world))
        cursor.execute("UPDATE exam SET minimum_age = 19 WHERE level = 'A-level' AND series_id = 1 AND id % 2 = 0")
        cursor.execute("UPDATE exam_entry SET option = 'XX' WHERE id % 61 = 0 AND kind = 'public'")
        cursor.execute(
            "UPDATE exam_entry e SET board_fee = o.fee + CASE WHEN e.id % 31 = 0 THEN 500 ELSE 0 END FROM exam x "
            "JOIN exam_option o ON o.exam_id = x.id WHERE x.id = e.exam_id AND o.code = x.option AND e.option = ''"
        )


def options() -> list[Record]:
    """Return two options of each public exam; entries use the first, or the one that their exam names."""
    rows: list[Record] = []
    for one in all_exams():
        if one.series_id not in _PUBLIC:
            continue
        for letter in "AB":
            rows.append(
                {
                    "id": len(rows) + 1,
                    "exam_id": one.id,
                    "code": f"{one.code}{letter}",
                    "title": f"{one.subject} option {letter}",
                    "tier": "higher" if one.id == TIERED else None,
                    "fee": None if one.id == WITHOUT_FEE else one.board_fee,
                    "basedata": 2,
                    "withdrawn": one.id == GONE and letter == "B",
                }
            )
    return rows


def _files(world: World, by: str) -> tuple[list[Record], list[Record]]:
    files: list[Record] = []
    rows: list[Record] = []

    def add(name: str, content: str, **values: Any) -> int:
        day = TODAY - dt.timedelta(days=values.pop("days"))
        files.append(
            {
                "id": len(files) + 1,
                "name": name,
                "content": content,
                "by_name": by,
                "centre_number": "",
                "hash": hashlib.sha256(content.encode()).hexdigest(),
                "created": dt.datetime.combine(day, dt.time(10), dt.UTC),
                **values,
            }
        )
        return len(files)

    def row(file: int, line: int, what: str, outcome: str, **values: Any) -> None:
        rows.append(
            {
                "id": len(rows) + 1,
                "file_id": file,
                "line": line,
                "what": what,
                "outcome": outcome,
                "text": "",
                "entry_id": None,
                "sent_as": "",
                **values,
            }
        )

    for sequence in (1, 2):
        name = naming.name_of("O", f"6G0{_YEAR}", "70", sequence)
        mine = [one for one in all_exams() if one.series_id == RUNNING and one.board == "AQA"]
        header = {"centre": f"6G0{_YEAR}", "board": "70", "series": "6G", "year": _YEAR, "sequence": sequence}
        lines = [
            layouts.line_of(
                "O5",
                layouts.BASEDATA["O"],
                {
                    "code": f"{one.code}A",
                    "syllabus": one.code,
                    "title": one.subject,
                    "fee": one.board_fee,
                },
            )
            for one in mine
        ]
        file = add(
            name,
            layouts.file_of("O", header, lines),
            direction="in",
            kind="options",
            status="imported",
            board="AQA",
            series_id=ENTRIES,
            sequence=sequence,
            days=30 - sequence,
        )
        for line, one in enumerate(mine, start=2):
            row(file, line, f"{one.code}A {one.code} {one.subject}", "added" if sequence == 1 else "unchanged")
    late = [{"option": "9999A", "component": "9999/1"}]
    link = layouts.line_of("L5", layouts.BASEDATA["L"], late[0])
    waiting = layouts.file_of("L", {"centre": f"6G0{_YEAR}", "board": "70", "sequence": 1}, [link])
    file = add(
        naming.name_of("L", f"6G0{_YEAR}", "70", 1),
        waiting,
        direction="in",
        kind="links",
        status="waiting",
        board="AQA",
        series_id=ENTRIES,
        sequence=1,
        days=20,
    )
    row(file, 2, "9999A 9999/1", "waiting", text="Import the options first: 9999A is not known")
    for board, status in (("AQA", "accepted"), ("OCR", "sent")):
        _entries(world, board, status, add, row)
    return files, rows


def _entries(world: World, board: str, status: str, add: Any, row: Any) -> None:
    """Return a board's file of entries for the current series; the board refused one, and a few are in no
    file."""
    exams = {one.id: one for one in all_exams() if one.board == board and one.series_id == RUNNING}
    places = {place["id"]: place for place in candidacies(world)}
    lines, sent = list[str](), list[tuple[int, str, str]]()
    for entry in entries(world):
        one, place = exams.get(entry["exam_id"]), places[entry["candidacy_id"]]
        if one is None or entry["status"] not in ("entered", "amended") or entry["id"] % 19 == 0:
            continue
        code = f"{one.code}{'A' if one.id % 4 else 'B'}"
        values = {"centre": _CENTRE, "number": place["number"], "name": place["legal_name"], "uci": place["uci"]}
        lines.append(layouts.line_of("E5", layouts.CANDIDATE, {**values, "options": 1}, f"{code:6}"))
        sent.append((entry["id"], f"{place['number']} {place['legal_name'].title()} {code}", code))
    header = {"centre": _CENTRE, "board": _IDENTIFIERS[board], "series": "BG", "year": _YEAR, "sequence": 1}
    file = add(
        naming.name_of("E", _CENTRE, _IDENTIFIERS[board], 1),
        layouts.file_of("E", header, lines),
        direction="out",
        kind="entries",
        status=status,
        board=board,
        series_id=RUNNING,
        sequence=1,
        centre_number=_CENTRE,
        days=62,
    )
    for line, (entry_id, what, code) in enumerate(sent, start=2):
        refused = line == 4 and status == "accepted"
        row(
            file,
            line,
            what,
            "refused" if refused else "sent",
            entry_id=entry_id,
            sent_as=code,
            text="The UCI is that of another candidate" if refused else "Entered",
        )


def _disallowed(world: World) -> list[Record]:
    """Return two disallowed combinations: one that a candidate is entered for, and one that nobody is."""
    exams = {one.id: one for one in all_exams()}
    of_candidate: dict[int, list[int]] = {}
    for entry in entries(world):
        if entry["status"] in ("planned", "entered"):
            of_candidate.setdefault(entry["candidacy_id"], []).append(entry["exam_id"])
    for ids in reversed(of_candidate.values()):
        for first in ids:
            for second in ids:
                one, other = exams[first], exams[second]
                if first < second and one.series_id == ENTRIES and one.board == other.board:
                    codes = sorted(f"{each.code}{'A' if each.id % 4 else 'B'}" for each in (one, other))
                    pair = {"series_id": RUNNING, "board": one.board}
                    return [
                        pair | {"id": 1, "option": codes[0], "other": codes[1]},
                        pair | {"id": 2, "option": "8061", "other": "8062"},
                    ]
    return []


def _billing(world: World) -> list[Record]:
    """Return the copy of how finance bills the entries: most are invoiced, some wait, one is invoiced and withdrawn."""
    rows = list[Record]()
    for entry in entries(world):
        if entry["kind"] != "public":
            continue
        if entry["status"] == "withdrawn":
            rows.append({"id": entry["id"], "status": "notEntered", "invoice_id": None})
        elif entry["status"] != "planned":
            status = "open" if entry["id"] % 29 == 0 else "invoiced"
            rows.append({"id": entry["id"], "status": status, "invoice_id": None})
    return rows
