"""Figures, a move of a selection, a bundle of PDFs, and the rows of a reminder. Their volume is created in a separate
database and dropped afterwards; the renderer and the file store belong to the running instance."""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx
import psycopg
import sqlalchemy as sa

from bench.answers import Figure
from devstack.layout import Trouble
from finance.wiring import service
from kit.database import database, tables
from kit.jobs.worker import Runner
from kit.reminders import Reminder, Rung, waiting
from services.demo import part, world
from services.finance.load import invoices
from staffroom_testing import inprocess
from staffroom_testing.databases import TestDatabase

INVOICES, BILLS, PAPERS, WAITING = 500_000, 10_000, 300, 1_000_000
FIGURES_SECONDS, MOVE_SECONDS, BUNDLE_SECONDS, WAITING_SECONDS = 1.0, 60.0, 60.0, 10.0
TIMES = 5
"""Rounds of short measures. The best counts, as the time on an otherwise idle machine."""
_YEAR = "2025-01-01..2025-12-31"
ASKED: Mapping[str, dict[str, str]] = {
    "by month and status": {"by": "date.month,status", "sum": "total"},
    "by age": {"by": "age", "sum": "outstanding"},
    "by organisation, a text": {"by": "orgId,status", "sum": "total,VAT"},
    "with the year before": {"by": "date.month", "sum": "total", "compare": "before", "date": _YEAR},
    "as of a past day": {"by": "age", "sum": "outstanding", "asOf": "2026-03-31"},
}

_BILLS = """
INSERT INTO bill (supplier, reference, organisation_id, account_id, date, due_date, net, vat, entered_by_id,
  entered_by_name)
SELECT 'Bench ' || n %% 50, 'B-' || n, 1, (SELECT min(id) FROM account), DATE '2026-10-01', DATE '2026-11-01',
  10000 + n, 2000, 9000000, 'Bench' FROM generate_series(1, %s) n
"""

bill = sa.Table(
    "bench_bill",
    sa.MetaData(),
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("due", sa.Date, nullable=False),
    sa.Column("client_id", sa.BigInteger, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
)
LADDER = (Rung("before", "Before", -7), Rung("due", "Due", 0), Rung("after", "After", 14), Rung("late", "Late", 30))
REMINDER = Reminder("bench", "Bench", bill, bill.c.id, bill.c.due, bill.c.open, LADDER, lambda *_: {}, bill.c.client_id)
TODAY = dt.date(2026, 11, 20)


class Mechanisms:
    """The measures. `token` is the token of a staff member with the role accounting."""

    def __init__(self, base: TestDatabase, token: str) -> None:
        self._base = base
        headers = {"Authorization": f"Bearer {token}"}
        self._client = inprocess.client(service.http_app(), service.wsgi, headers)
        # skip checking responses against the document: the tests do that
        self._client.event_hooks = {"request": [], "response": []}

    def figures(self) -> Iterator[Figure]:
        """Group 500,000 invoices; the time from the request to the last byte of the response."""
        self._load_invoices(INVOICES)
        for what, asked in ASKED.items():
            seconds = min(self._timed("GET", "/invoices/figures", params=asked)[0] for _ in range(TIMES))
            yield _figure(f"figures {what}", seconds, FIGURES_SECONDS)

    def move(self) -> Iterator[Figure]:
        """Approve 10,000 bills: the preview and the job."""
        self._execute(lambda connection: connection.execute(_BILLS, (BILLS,)))
        asked = {"move": "approve", "query": {"status": "entered", "search": "Bench"}}
        seconds, answer = self._timed("POST", "/bills/moves/preview", json=asked)
        yield Figure(f"what a move on {answer['possible']:,} would do", f"{seconds:.1f} s", "none", True)
        seconds, result = self._job("/bills/moves", asked)
        yield _figure(f"a move on {result['moved']:,} bills", seconds, MOVE_SECONDS, result["moved"] == BILLS)

    def bundle(self) -> Iterator[Figure]:
        """Print 300 invoices of five lines as one PDF, and as a ZIP."""
        self._load_invoices(PAPERS * 2)
        due = sa.text("SELECT id FROM invoice WHERE due_date IS NOT NULL AND id >= :first ORDER BY id LIMIT :most")
        rows = database().all(due, {"first": invoices.FIRST, "most": PAPERS})
        ids = [row["id"] for row in rows]
        for kind in ("pdf", "zip"):
            seconds, result = self._job("/invoices/print", {"ids": ids, "format": kind})
            yield _figure(f"{PAPERS} invoices as {kind}", seconds, BUNDLE_SECONDS, result["printed"] == PAPERS)

    def reminders(self) -> Iterator[Figure]:
        """Select from 1,000,000 rows with 510,000 marks, 100 stopped clients and four active rungs."""
        bill.create(database().engine)
        self._execute(_load_waiting)
        taken, count = [], 0
        for _ in range(TIMES):
            begun = time.monotonic()
            with database().read() as connection:
                select = waiting.statement(REMINDER, waiting.ladder(connection, REMINDER), TODAY)
                assert select is not None
                count = len(connection.execute(select).all())
            taken.append(time.monotonic() - begun)
        what = f"{WAITING:,} rows of a reminder"
        yield Figure(
            what, f"{min(taken):.1f} s, {count:,} to tell", f"{WAITING_SECONDS:.0f} s", min(taken) <= WAITING_SECONDS
        )

    def _load_invoices(self, least: int) -> None:
        with database().read() as connection:
            if connection.scalar(sa.text("SELECT count(*) FROM invoice WHERE id >= :id"), {"id": invoices.FIRST}):
                return
        self._execute(lambda connection: invoices.load(connection, least))

    def _execute(self, work: Callable[[psycopg.Connection[Any]], Any]) -> None:
        with psycopg.connect(self._base.url) as connection:
            work(connection)
        with psycopg.connect(self._base.url, autocommit=True) as connection:
            connection.execute("ANALYZE")

    def _timed(self, method: str, path: str, **more: Any) -> tuple[float, Any]:
        """Return the seconds of a call and its data. Raises Trouble if it is refused."""
        begun = time.monotonic()
        answer: httpx.Response = self._client.request(method, f"/api/v1{path}", **more)
        seconds = time.monotonic() - begun
        if not answer.is_success:
            raise Trouble(f"{path}: {answer.status_code} {answer.text}")
        return seconds, answer.json()["data"]

    def _job(self, path: str, body: Mapping[str, Any]) -> tuple[float, dict[str, Any]]:
        """Return the seconds from the call that starts a job to its end, and its result. Raises Trouble if it fails."""
        begun = time.monotonic()
        _, started = self._timed("POST", path, json=body)
        number = int(started["id"].rpartition("-")[2])
        Runner(service.name, service.jobs).run(number)
        seconds = time.monotonic() - begun
        job = database().one(sa.select(tables.job).where(tables.job.c.id == number))
        if job is None or job["state"] != "done":
            raise Trouble(f"{path}: the job did not end: {job and job['error']}")
        return seconds, job["result"]


def _load_waiting(connection: psycopg.Connection[Any]) -> None:
    """Insert rows due from 400 days ago to 100 days ahead; nine of ten are open, half had their last notice."""
    connection.execute(
        "INSERT INTO bench_bill SELECT n, DATE '2026-11-20' - (n %% 500 - 100)::int, n %% 50000, n %% 10 > 0"
        " FROM generate_series(1, %s) n",
        (WAITING,),
    )
    sent = "INSERT INTO reminder_told (reminder, record_id, due, rung) SELECT 'bench', id, due, %s FROM bench_bill"
    connection.execute(f"{sent} WHERE id <= 500000", ("late",))
    connection.execute(f"{sent} WHERE id > 990000", ("before",))
    connection.execute(
        "INSERT INTO reminder_stop (reminder, party_id, reason, user_id)"
        " SELECT 'bench', n, 'By telephone', 1 FROM generate_series(1, 100) n"
    )
    for rung in LADDER:
        connection.execute(
            "INSERT INTO reminder_setting (reminder, rung, enabled) VALUES ('bench', %s, true)", (rung.name,)
        )


def _figure(what: str, seconds: float, wanted: float, whole: bool = True) -> Figure:
    measured = f"{seconds * 1000:.0f} ms" if wanted <= 1 else f"{seconds:.1f} s"
    return Figure(
        what, measured if whole else f"{measured}, not all of them", f"{wanted:.0f} s", whole and seconds <= wanted
    )


@contextmanager
def prepared(token: str, admin_url: str) -> Iterator[Mechanisms]:
    """Return the measures on a database with the demo data of finance."""
    # keep the jobs of this database from the workers of the running instance
    os.environ["STAFFROOM_REDIS_URL"] = os.environ["STAFFROOM_REDIS_URL"].rsplit("/", 1)[0] + "/9"
    base = TestDatabase(admin_url, service.name, service.metadata, "_bench")
    try:
        with psycopg.connect(base.url) as connection:
            part.fill(service.name, connection, world.build())
        base.activate()
        yield Mechanisms(base, token)
    finally:
        base.drop()
