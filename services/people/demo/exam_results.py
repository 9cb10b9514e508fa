"""Tables of results: marks of papers where results are released or waited for, and coursework marks of the centre."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import psycopg

from services.demo.tables import Record, write
from services.demo.world import World
from services.people.demo.exam_entries import entries
from services.people.demo.exams import ENTRIES, FINISHED, WAITING, all_exams, components

EMPTY = "SELECT NOT EXISTS (SELECT FROM component_mark)"
_OUT_OF = 80


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        write(cursor, "component_mark", marks(world))


def marks(world: World) -> list[Record]:
    """Return the marks of the papers of each entry that has a result, and of coursework where entries are open."""
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
            rows.append({
                "id": len(rows) + 1, "entry_id": entry["id"], "component_id": paper["id"],
                "candidate_id": entry["candidate_id"], "kind": entry["kind"],
                "mark": _OUT_OF - 12 * (entry["id"] % 5) - paper["id"] % 9, "max_mark": _OUT_OF,
                "source": "hand" if is_coursework else "board",
            })  # fmt: skip
    return rows
