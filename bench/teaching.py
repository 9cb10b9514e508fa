"""Slips and homework over the volume of `make load`, through the gateway: opening one, saving a field, first pages of
the lists."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import psycopg

from bench import answers, load
from bench.answers import Figure
from devstack.layout import Trouble
from services.demo.load import FIRST
from services.teaching.load.making import VOLUME

OPENED, WRITTEN = 2_000, 400
OPEN_P99, SAVE_P99, LIST_P99 = 0.150, 0.100, 0.300
_SAVED = 4
"""Concurrent people of an office of hundreds: they save one field after another without hammering."""


def figures(port: int, sign: Callable[..., str], teaching: str) -> Iterator[Figure]:
    """Measure in turn. `port` is the gateway's, `sign(*roles)` makes a token, `teaching` is the database address."""
    base, staff = f"http://127.0.0.1:{port}/api/v1", sign("staff")
    with psycopg.connect(teaching) as connection:
        written = [
            row[0]
            for row in connection.execute(
                "SELECT id FROM slip WHERE id >= %s AND status = 'saved' ORDER BY id LIMIT %s", (FIRST, WRITTEN)
            )
        ]
    if not written:
        raise Trouble("There are no slips to measure with: run `make load` first.")
    opened = [load.call(f"{base}/slip/{FIRST + place * VOLUME['slips'] // OPENED}", staff) for place in range(OPENED)]
    yield answers.percentiles("a slip opens, 16 people", opened, port, OPEN_P99, seed=11)
    saved = [load.call(f"{base}/slip/{one}", staff, "PUT", _change(turn)) for one in written for turn in range(2)]
    yield answers.percentiles("a field of a slip is saved", saved, port, SAVE_P99, people=_SAVED, seed=12)
    for what, path, filters, sorts in _LISTS:
        pages = [
            load.call(f"{base}{path}?page=1&pageSize=50&sort={sort}{one}", staff) for one in filters for sort in sorts
        ]
        yield answers.percentiles(f"first page of {what}", pages, port, LIST_P99, warm=5, seconds=10, seed=13)


_LISTS = (
    (
        "500,000 slips",
        "/slips",
        ("", "&status=submitted", "&status=approved", "&status=returned", "&isLate=true"),
        ("-tutorialDate", "tutorialDate", "student", "tutor"),
    ),
    (
        "2,000,000 of homework",
        "/homework",
        ("", "&status=set", "&status=submitted", "&status=marked", "&type=other"),
        ("-dueDate", "dueDate", "student", "title"),
    ),
)
"""Name, path, filters and sorts of each list."""


def _change(turn: int) -> bytes:
    text = f"<p>Worked steadily through the {('first', 'second')[turn]} half of the paper.</p>"
    return json.dumps({"field": "comment", "newValue": text}).encode()
