"""`make bench`: the table. Needs a running system on an otherwise idle machine.

`make bench ONLY=figures,move` measures only these. The measures in LOADED need `make load`; the others create their own
volume.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil
import psycopg
from joserfc.jwk import RSAKey

from bench import answers, calendar, documents, drawing, load, mechanisms, money, peers, restoring, statements, teaching
from bench.answers import CONNECTIONS, Figure
from devstack.layout import ROOT, Instance, Trouble, instance
from devstack.stack import environment, postgres

ROUNDS, SECONDS, WARM = 3, 5.0, 2.0
TARGETS = {"50 rows": 0.25, "1,000 rows": 0.42, "one field": 0.22}
TIMES_DRF = 4.0
LOADED = ("rates", "first", "money", "rows")
"""Measures on the volume of `make load`."""
MECHANISMS = ("figures", "move", "bundle", "reminders")
"""Measures in a separate database (`bench.mechanisms`)."""
FIRST_PAGE, TOKEN_MICROSECONDS, REST_MB = 0.300, 10.0, 2_500


@dataclass(frozen=True)
class Case:
    """One measured operation: its pgbench script, and a function that returns its calls for a server's address."""

    name: str
    script: str
    calls: Callable[[str], Sequence[load.Call]]


def main() -> int:
    """Measure everything in turn, or the names in ONLY; returns 1 if a target is missed. Raises Trouble."""
    where = Bench(instance())
    measures: dict[str, Callable[[], bool]] = {
        "rates": where.compared,
        "first": where.first_page,
        "money": where.money,
        "calendar": where.calendar,
        "token": where.token,
        "sizes": where.sizes,
        "rows": where.rows,
        "views": where.views,
        "teaching": where.teaching,
        "documents": where.documents,
        "drawing": where.drawing,
        "queue": where.queue,
        "memory": where.memory,
        "restore": lambda: print_all(restoring.figures()),
    }
    known = (*measures, *MECHANISMS)
    only = [name for name in os.environ.get("ONLY", "").split(",") if name] or known
    if unknown := sorted(set(only) - set(known)):
        raise Trouble(f"There is no measure {', '.join(unknown)}: choose from {', '.join(known)}.")
    if set(LOADED).intersection(only):
        where.check_volume()
    good = [measure() for name, measure in measures.items() if name in only]
    good += where.mechanisms([name for name in MECHANISMS if name in only])
    return 0 if all(good) else 1


class Bench:
    """The running installation, and a token of a staff member for it."""

    def __init__(self, target: Instance) -> None:
        self.target = target
        os.environ.update(environment.process(target, environment.for_service(target, "finance")))
        self._private = Path(environment.for_tests(target)["STAFFROOM_SIGNING_KEY"]).read_bytes()
        self.token_text = self.sign("staff")
        public = Path(tempfile.mkdtemp(prefix="staffroom-bench-")) / "public.pem"
        public.write_bytes(RSAKey.import_key(self._private).as_pem(private=False))
        self.database = environment.database_url(target, "finance")
        self.env = environment.process(target, environment.for_service(target, "finance")) | {
            "BENCH_DATABASE_URL": self.database,
            "BENCH_PUBLIC_KEY": str(public),
        }

    def sign(self, *roles: str, sub: int = 1, **persons: int) -> str:
        """Return a token of the user `sub` with these roles, who is these persons by kind."""
        from kit.policy import tokens

        claims = {
            "sub": str(sub),
            "name": "Bench",
            "roles": list(roles),
            "sid": "bench",
            "persons": persons,
            "exp": int(time.time()) + 3_600,
        }
        return tokens.sign(claims, self._private)

    def check_volume(self) -> None:
        """Raise Trouble unless the 300,000 invoices are loaded."""
        with psycopg.connect(self.database) as connection:
            row = connection.execute("SELECT count(*) FROM invoice").fetchone()
        if row is None or row[0] < statements.RECORDS[1] - statements.RECORDS[0]:
            raise Trouble("There is too little to measure with: run `make load` first.")

    def compared(self) -> bool:
        """Measure requests per second against pgbench and the other frameworks."""
        with (
            peers.drf(self.target.base + 160, self.env) as drf,
            peers.fastify(self.target.base + 161, self.env) as fastify,
        ):
            ports = {
                "service": self.target.http("finance"),
                "gateway": self.target.base,
                "DRF": drf,
                "fastify": fastify,
            }
            rates = {case.name: self.rates(case, ports) for case in self.cases()}
        print_rates(rates)
        return all(meets(name, entry) for name, entry in rates.items())

    def mechanisms(self, names: Sequence[str]) -> list[bool]:
        """Run the named measures of `bench.mechanisms`."""
        if not names:
            return []
        with mechanisms.prepared(self.sign("staff", "accounting"), environment.admin_url(self.target)) as prepared:
            return [print_all(getattr(prepared, name)()) for name in names]

    def cases(self) -> list[Case]:
        """Return the cases that the targets name."""

        def listed(rows: int) -> Callable[[str], Sequence[load.Call]]:
            path = f"/api/v1/invoices?page=1&pageSize={rows}"
            return lambda base: [load.call(base + path, self.token_text)]

        def changed(base: str) -> Sequence[load.Call]:
            return [
                load.call(f"{base}/api/v1/invoice/{record}", self.token_text, "PUT", _change(number))
                for number, record in enumerate(self._editable())
            ]

        return [
            Case("50 rows", statements.list_script(50), listed(50)),
            Case("1,000 rows", statements.list_script(1000), listed(1000)),
            Case("one field", statements.update_script(), changed),
        ]

    def _editable(self) -> list[int]:
        """Return calls that change each invoice twice: to one text, then to another."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT id FROM invoice WHERE id BETWEEN %s AND %s AND status IN ('proposed', 'booked', 'final')",
                statements.CHANGED,
            ).fetchall()
        return [row[0] for row in rows for _ in range(2)]

    def _sendable(self) -> list[int]:
        """Return issued invoices that can be mailed."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT id FROM invoice WHERE id BETWEEN %s AND %s AND status NOT IN ('draft', 'cancelled')"
                " AND email <> '' AND due_date IS NOT NULL ORDER BY id LIMIT %s",
                (*statements.CHANGED, money.SENT),
            ).fetchall()
        return [row[0] for row in rows]

    def rates(self, case: Case, ports: dict[str, int]) -> dict[str, float]:
        """Return requests per second of pgbench and each server: the median of alternating rounds."""
        seconds: dict[str, list[float]] = {name: [] for name in ("pgbench", *ports)}
        for number in range(ROUNDS):
            seconds["pgbench"].append(self.pgbench(case.script))
            for name, port in ports.items():
                calls = case.calls(f"http://127.0.0.1:{port}")
                result = load.run(("127.0.0.1", port), calls, CONNECTIONS, WARM, SECONDS, seed=number)
                if result.failed:
                    raise Trouble(f"{name}: {result.failed} of {len(result.latencies)} answers to {case.name} failed.")
                seconds[name].append(result.rate)
        return {name: statistics.median(values) for name, values in seconds.items()}

    def pgbench(self, script: str) -> float:
        """Return transactions per second of a pgbench script, with prepared statements and as many clients as the
        servers have connections."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(script)
            file.flush()
            command = [
                str(postgres.binaries(self.target) / "pgbench"),
                "--no-vacuum",
                "--protocol=prepared",
                f"--client={CONNECTIONS}",
                "--jobs=2",
                f"--time={int(SECONDS)}",
                f"--file={file.name}",
                self.database,
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        rate = re.search(r"tps = ([\d.]+)", done.stdout)
        if rate is None or done.returncode:
            raise Trouble(f"pgbench did not run:\n{done.stderr[-2000:]}")
        return float(rate[1])

    def first_page(self) -> bool:
        """Measure the first page of the list of 300,000, for each tab and sort, with 16 people through the gateway."""
        base = f"http://127.0.0.1:{self.target.base}/api/v1/invoices"
        calls = [
            load.call(f"{base}/{organisation}?page=1&pageSize=50&sort={sort}{tab}{year}", self.token_text)
            for organisation in (1, 2, 3)
            for tab in ("", "&status=draft", "&status=proposed", "&status=paid", "&status=cancelled", "&status=credit")
            for year in ("", "&billingYear=2122", "&billingYear=2627", "&billingYear=0")
            for sort in ("-date", "dueDate", "name", "-total", "outstanding", "number")
        ]
        page = f"first page of 300,000, {len(calls)} views"
        return print_all(
            [answers.percentiles(page, calls, self.target.base, FIRST_PAGE, warm=SECONDS, seconds=4 * SECONDS, seed=8)]
        )

    def money(self) -> bool:
        """Measure the figures of invoices."""
        records = list(range(statements.RECORDS[0], statements.RECORDS[0] + money.PRINTED))
        base, changed = f"http://127.0.0.1:{self.target.base}", self._editable()
        return print_all(money.figures(base, self.token_text, records, changed, self._sendable()))

    def calendar(self) -> bool:
        """Measure weeks and series over the events of `make load`."""
        base = f"http://127.0.0.1:{self.target.base}"
        people = environment.database_url(self.target, "people")
        return print_all(calendar.figures(base, self.sign, people, self.processor_seconds))

    def teaching(self) -> bool:
        """Measure slips and homework of `make load`."""
        return print_all(
            teaching.figures(self.target.base, self.sign, environment.database_url(self.target, "teaching"))
        )

    def documents(self) -> bool:
        """Measure files, the library and tickets of `make load`."""
        return print_all(documents.figures(self.target.base, self.sign, environment.database_url(self.target, "files")))

    def drawing(self) -> bool:
        """Measure people who draw on one board."""
        return print_all(drawing.figures(self.target.base, self.sign, environment.database_url(self.target, "files")))

    def queue(self) -> bool:
        """Measure the time from the key press to the frame that shows the next slip of the review queue."""
        return self._by_browser("queue-shown.mjs", "BASE_URL")

    def token(self) -> bool:
        """Measure the verification of a token seen before."""
        from kit.policy import tokens

        tokens.verify(self.token_text)
        begun, times = time.perf_counter(), 100_000
        for _ in range(times):
            tokens.verify(self.token_text)
        micros = (time.perf_counter() - begun) / times * 1e6
        say("token verify, repeated", f"{micros:.1f} µs", f"{TOKEN_MICROSECONDS:.0f} µs", micros <= TOKEN_MICROSECONDS)
        return micros <= TOKEN_MICROSECONDS

    def sizes(self) -> bool:
        """Measure the bytes that the first visit and the heaviest screen of each remote load."""
        return self._by_browser("size.mjs", "SIZE_BASE_URL")

    def rows(self) -> bool:
        """Measure the time from the response with 1,000 rows to the frame that shows them, for invoices and people."""
        return self._by_browser("rows-shown.mjs", "BASE_URL")

    def views(self) -> bool:
        """Measure the time from the response to the frame: a board of 2,000 cards, and a calendar of 500 events as
        agenda and month."""
        return self._by_browser("views-shown.mjs", "BASE_URL")

    def _by_browser(self, tool: str, base: str) -> bool:
        """Run one of the web's own measures, which prints its lines; `base` is the variable with the address."""
        env = os.environ | {base: f"http://localhost:{self.target.base}"}
        command = ["node", f"tools/{tool}"]
        done = subprocess.run(command, cwd=ROOT / "web", env=env, capture_output=True, text=True, check=False)
        print("\n".join(part.strip("\n") for part in (done.stdout, done.stderr if done.returncode else "") if part))
        return done.returncode == 0

    def processes(self) -> set[psutil.Process]:
        """Return the supervisor and its descendants."""
        pids = {entry.get("pid") for entry in self.target.status().get("components", {}).values()} - {None, 0}
        return {child for pid in pids for child in _family(pid)}

    def processor_seconds(self) -> float:
        """Return the processor time of all of them so far."""
        return sum(_seconds(process) for process in self.processes())

    def memory(self) -> bool:
        """Return the memory of the supervisor and its descendants; shared pages count once per family (PSS)."""
        total = sum(_memory(process) for process in self.processes()) / 2**20
        say("all processes at rest", f"{total:,.0f} MB", f"{REST_MB:,} MB", total <= REST_MB)
        return total <= REST_MB


def _change(number: int) -> bytes:
    return json.dumps({"field": "line3", "newValue": "House" if number % 2 else "Court"}).encode()


def _family(pid: int) -> list[psutil.Process]:
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
        return float(times.user + times.system + times.children_user + times.children_system)
    except psutil.Error:
        return 0.0


def _memory(process: psutil.Process) -> int:
    try:
        info = process.memory_full_info()
        return int(getattr(info, "pss", info.rss))
    except psutil.Error:
        return 0


def meets(name: str, rates: dict[str, float]) -> bool:
    """Return True if service and gateway reach the share of pgbench, and the service the multiple of DRF."""
    least = TARGETS[name] * rates["pgbench"]
    return min(rates["service"], rates["gateway"]) >= least and rates["service"] >= TIMES_DRF * rates["DRF"]


def print_rates(rates: dict[str, dict[str, float]]) -> None:
    """Print requests per second, the share of pgbench and the multiple of DRF."""
    print(f"{CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS:.0f} s, median; requests a second")
    columns = ["pgbench", "service", "gateway", "DRF", "fastify"]
    print(f"{'':<12}" + "".join(f"{name:>10}" for name in columns) + "   of pgbench: service, gateway, fastify   × DRF")
    for name, entry in rates.items():
        shares = [entry[server] / entry["pgbench"] for server in ("service", "gateway", "fastify")]
        times = entry["service"] / max(entry["DRF"], 0.1)
        print(
            f"{name:<12}"
            + "".join(f"{entry[column]:>10,.0f}" for column in columns)
            + f"   {shares[0]:.2f}, {shares[1]:.2f}, {shares[2]:.2f} (target {TARGETS[name]:.2f})   {times:.1f}"
            + ("" if meets(name, entry) else "   MISSED")
        )


def print_all(figures: Iterable[Figure]) -> bool:
    """Print each line as it arrives; returns True if all targets are met."""
    good = True
    for figure in figures:
        say(figure.what, figure.measured, figure.wanted, figure.good)
        good &= figure.good
    return good


def say(what: str, figure: str, wanted: str, good: bool) -> None:
    print(f"{what:<24} {figure} (target {wanted}){'' if good else '   MISSED'}")


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
