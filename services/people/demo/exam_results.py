"""Tables of results: marks of papers in series with released or awaited results, coursework marks of the centre, and a
board's file of results, whose last record matches none of our candidates."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import defaultdict
from typing import Any

import psycopg

from people.exams.files import layouts, naming, results
from services.demo.tables import Record, write
from services.demo.world import TODAY, World
from services.people.demo.exam_entries import candidacies, entries
from services.people.demo.exams import ENTRIES, FINISHED, WAITING, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM component_mark)"
BOARD, IDENTIFIER, CENTRE = "OCR", "01", "62501"
_OUT_OF = 80


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        write(cursor, "component_mark", marks(world))
        name, content, records = _file(world)
        cursor.execute(
            "INSERT INTO exam_file (name, direction, kind, status, board, series_id, centre_number, sequence, hash, "
            "by_name, content, created) VALUES (%s, 'in', 'results', 'imported', %s, %s, %s, 1, %s, %s, %s, %s) "
            "RETURNING id",
            (
                name,
                BOARD,
                FINISHED,
                CENTRE,
                hashlib.sha256(content.encode()).hexdigest(),
                world.by_username["exams"].name,
                content,
                TODAY - dt.timedelta(days=102),
            ),
        )
        row = cursor.fetchone()
        assert row is not None
        cursor.executemany(
            "INSERT INTO exam_file_row (file_id, line, what, outcome, fault, text, entry_id) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s)",
            [(row[0], *record) for record in records],
        )
        cursor.execute(
            "INSERT INTO exam_anomaly (row_id, kind, since) SELECT id, fault, now() - interval '3 days' "
            "FROM exam_file_row WHERE fault IS NOT NULL"
        )


def _file(world: World) -> tuple[str, str, list[tuple[int, str, str, str | None, str, int | None]]]:
    """Return name, content and rows of the results of one board; the last record matches nobody."""
    exams = {one.id: one for one in all_exams() if one.series_id == FINISHED and one.board == BOARD}
    places = {place["id"]: place for place in candidacies(world)}
    lines, rows = list[str](), list[tuple[int, str, str, str | None, str, int | None]]()
    for entry in entries(world):
        one = exams.get(entry["exam_id"])
        if one is None or entry["status"] not in ("entered", "amended"):
            continue
        place, code = places[entry["candidacy_id"]], f"{one.code}{'A' if one.id % 4 else 'B'}"
        values = {"number": place["number"], "uci": place["uci"], "option": code, "grade": entry["result_grade"]}
        lines.append(_record({**values, "mark": entry["result_mark"]}))
        what = f"{place['number']} {code}: {entry['result_grade']}"
        rows.append((len(lines) + 1, what, "added", None, "", entry["id"]))
    lines.append(_record({"number": "9998", "option": "8300H", "grade": "5", "mark": 88}))
    text = results.NO_CANDIDATE.format(who="9998")
    rows.append((len(lines) + 1, "9998 8300H: 5", "refused", "unknownCandidate", text, None))
    header = {"centre": CENTRE, "board": IDENTIFIER, "series": "6F", "year": f"{TODAY.year % 100:02}", "sequence": 1}
    return naming.name_of("R", CENTRE, IDENTIFIER, 1), layouts.file_of("R", header, lines), rows


def _record(values: Record) -> str:
    return layouts.line_of("R5", layouts.RESULT, {"centre": CENTRE, "count": 0, **values})


def marks(world: World) -> list[Record]:
    """Return the marks of the papers of each entry with a result, and of coursework while entries are open."""
    papers: dict[int, list[Record]] = defaultdict(list)
    for one in components():
        papers[one["exam_id"]].append(one)
    series_of = {one.id: one.series_id for one in all_exams()}
    rows: list[Record] = []
    for entry in entries(world):
        series = series_of[entry["exam_id"]]
        if series not in (FINISHED, WAITING, ENTRIES) or entry["status"] not in ("entered", "amended"):
            continue
        for paper in papers[entry["exam_id"]]:
            is_coursework = paper["kind"] == "coursework"
            if (not is_coursework and (series == ENTRIES or not entry["result_grade"])) or entry["id"] % 7 == 0:
                continue
            rows.append(
                {
                    "id": len(rows) + 1,
                    "entry_id": entry["id"],
                    "component_id": paper["id"],
                    "candidate_id": entry["candidate_id"],
                    "kind": entry["kind"],
                    "mark": _OUT_OF - 12 * (entry["id"] % 5) - paper["id"] % 9,
                    "max_mark": _OUT_OF,
                    "source": "hand" if is_coursework else "board",
                }
            )
    return rows
