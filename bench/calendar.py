"""The calendar over the 2,000,000 events of `make load`, through the gateway: a person's week, the events of an office,
a booked and a refused series."""

from __future__ import annotations

import datetime as dt
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import httpx
import psycopg

from bench import answers, load
from bench.answers import Figure
from devstack.layout import Trouble
from services.people.load.events import FIRST, TUTORS

PERSONS, DATES, TIMES = 200, 40, 10
PEOPLE = 4
"""Concurrent people when the target is checked: two per core, as for a saved field."""
WARM_SECONDS = 4.0
MY_P99, COMPANY_P99, SERIES_SECONDS = 0.050, 0.150, 0.300
_MONDAYS = [dt.date(2026, 11, 9) + dt.timedelta(weeks=week) for week in (-40, -20, -4, -1, 0, 1, 5)]
_BUSY_DAY, _FREE_DAY = dt.date(2026, 11, 24), dt.date(2028, 1, 4)


def figures(base: str, sign: Callable[..., str], people: str, spent: Callable[[], float]) -> Iterator[Figure]:
    """Measure in turn. `sign(*roles, **persons)` makes a token, `people` is the address of its database, `spent`
    returns the processor time of all processes in seconds."""
    with psycopg.connect(people) as connection:
        rows = connection.execute(
            "SELECT DISTINCT person_id FROM booking WHERE kind = 'tutor' AND event_id BETWEEN %s AND %s ORDER BY 1",
            (FIRST, FIRST + TUTORS * 10 - 1),
        ).fetchall()
    tutors = [row[0] for row in rows]
    if not tutors:
        raise Trouble("There are no events to measure with: run `make load` first.")
    tokens = [sign(tutor=tutor) for tutor in tutors[:: max(1, len(tutors) // PERSONS)]]
    staff = sign("staff")
    mine = [load.call(f"{base}/api/v1/events/my?{_span(day, 7)}", token) for token in tokens for day in _MONDAYS]
    yield from _weeks("a week of one person", base, mine, MY_P99, spent)
    company = [
        load.call(f"{base}/api/v1/events?{_span(day, 1)}&departmentId={department}", staff)
        for day in _MONDAYS
        for department in range(1, 6)
    ]
    yield from _weeks("500 events of the company", base, company, COMPANY_P99, spent)
    with httpx.Client(base_url=f"{base}/api/v1", headers={"Authorization": f"Bearer {staff}"}, timeout=60) as client:
        yield _series("booked", client, tutors, _FREE_DAY, 201)
        yield _series("refused", client, tutors, _BUSY_DAY, 409)


def _span(day: dt.date, days: int) -> str:
    """Build the query that the page sends (`libs/screen`)."""
    return f"page=1&pageSize=500&calendarDays={day}..{day + dt.timedelta(days=days - 1)}"


def _weeks(
    what: str, base: str, calls: Sequence[load.Call], wanted: float, spent: Callable[[], float]
) -> Iterator[Figure]:
    """Measure the calls with few people, who have a target, and with more people than two cores serve without a queue.
    The processor time of one call shows its own cost on a busy machine."""
    address = ("127.0.0.1", int(base.rpartition(":")[2]))
    before = spent()
    begun = load.run(address, calls, 1, 0, WARM_SECONDS, seed=4)
    alone = (spent() - before) / len(begun.latencies)
    for people, p99 in ((PEOPLE, wanted), (answers.CONNECTIONS, None)):
        name = f"{what}, {people} people"
        figure = answers.percentiles(name, calls, address[1], p99, people=people, warm=2, seconds=10, seed=5)
        yield replace(figure, measured=f"{figure.measured}, {alone * 1000:.1f} ms of processor each")


def _series(outcome: str, client: httpx.Client, tutors: Sequence[int], day: dt.date, status: int) -> Figure:
    """Book every day from `day` on, ten hours long, for one tutor at a time; then cancel it."""
    taken = []
    for tutor in tutors[:TIMES]:
        event = {
            "title": "Bench",
            "type": "meeting",
            "start": f"{day}T08:00:00Z",
            "end": f"{day}T18:00:00Z",
            "rule": f"FREQ=DAILY;COUNT={DATES}",
            "people": [{"kind": "tutor", "id": tutor}],
        }
        begun = time.monotonic()
        answer = client.post("/events", content=json.dumps(event), headers={"Content-Type": "application/json"})
        taken.append(time.monotonic() - begun)
        if answer.status_code != status:
            raise Trouble(f"A series of {DATES} dates: {answer.status_code} {answer.text[:500]}")
        with suppress(KeyError):
            record = answer.json()["data"]["id"]
            client.post(f"/events/{record}/cancel", json={"reason": "Measured", "scope": "all"}).raise_for_status()
    measured = f"median {statistics.median(taken) * 1000:.0f} ms, slowest of {TIMES} {max(taken) * 1000:.0f} ms"
    return Figure(f"{DATES} dates {outcome}", measured, f"{SERIES_SECONDS * 1000:.0f} ms", max(taken) <= SERIES_SECONDS)
