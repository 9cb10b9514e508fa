"""`make bench`: the table. Needs a running system; nothing else should be running on the machine.

`make bench ONLY=figures,move` measures some things alone. Those of LOADED need `make load`; the others make their
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
"""Rows measured on the volume of `make load`."""
MECHANISMS = ("figures", "move", "bundle", "reminders")
"""Rows measured in a database of their own (`bench.mechanisms`)."""
FIRST_PAGE, TOKEN_MICROSECONDS, REST_MB = 0.300, 10.0, 2_500


@dataclass(frozen=True)
class Case:
    """One thing to measure: its pgbench script, and its calls given the server's address."""

    name: str
    script: str
    calls: Callable[[str], Sequence[load.Call]]


def main() -> int:
    """Measure everything in turn, or what ONLY names; 1 when a target is missed. Raises Trouble."""
    where = Bench(instance())
    measures: dict[str, Callable[[], bool]] = {
        "rates": where.compared, "first": where.first_page, "money": where.money, "calendar": where.calendar,
        "token": where.token, "sizes": where.sizes, "rows": where.rows, "views": where.views,
        "teaching": where.teaching, "documents": where.documents,
        "drawing": where.drawing, "queue": where.queue, "memory": where.memory,
        "restore": lambda: told(restoring.figures()),
    }  # fmt: skip
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
    """The running installation, and a member of staff's token for it."""

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
        """A token of the user `sub` with these roles, who is these persons by kind."""
        from kit.policy import tokens

        claims = {
            "sub": str(sub), "name": "Bench", "roles": list(roles), "sid": "bench", "persons": persons,
            "exp": int(time.time()) + 3_600,
        }  # fmt: skip
        return tokens.sign(claims, self._private)

    def check_volume(self) -> None:
        """Raises Trouble without the 300,000 invoices."""
        with psycopg.connect(self.database) as connection:
            row = connection.execute("SELECT count(*) FROM invoice").fetchone()
        if row is None or row[0] < statements.RECORDS[1] - statements.RECORDS[0]:
            raise Trouble("There is too little to measure with: run `make load` first.")

    def compared(self) -> bool:
        """Requests a second beside pgbench and the other frameworks."""
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
        """The named measures of `bench.mechanisms`."""
        if not names:
            return []
        with mechanisms.prepared(self.sign("staff", "accounting"), environment.admin_url(self.target)) as prepared:
            return [told(getattr(prepared, name)()) for name in names]

    def cases(self) -> list[Case]:
        """The cases that the targets name."""

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
        """Invoices whose fields may change, each twice: once to one text and once to another."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT id FROM invoice WHERE id BETWEEN %s AND %s AND status IN ('proposed', 'booked', 'final')",
                statements.CHANGED,
            ).fetchall()
        return [row[0] for row in rows for _ in range(2)]

    def _sendable(self) -> list[int]:
        """Issued invoices that a mail can go out with."""
        with psycopg.connect(self.database) as connection:
            rows = connection.execute(
                "SELECT id FROM invoice WHERE id BETWEEN %s AND %s AND status NOT IN ('draft', 'cancelled')"
                " AND email <> '' AND due_date IS NOT NULL ORDER BY id LIMIT %s",
                (*statements.CHANGED, money.SENT),
            ).fetchall()
        return [row[0] for row in rows]

    def rates(self, case: Case, ports: dict[str, int]) -> dict[str, float]:
        """Requests a second of pgbench and of each server: the median of rounds that take turns."""
        found: dict[str, list[float]] = {name: [] for name in ("pgbench", *ports)}
        for number in range(ROUNDS):
            found["pgbench"].append(self.pgbench(case.script))
            for name, port in ports.items():
                calls = case.calls(f"http://127.0.0.1:{port}")
                result = load.run(("127.0.0.1", port), calls, CONNECTIONS, WARM, SECONDS, seed=number)
                if result.failed:
                    raise Trouble(f"{name}: {result.failed} of {len(result.latencies)} answers to {case.name} failed.")
                found[name].append(result.rate)
        return {name: statistics.median(values) for name, values in found.items()}

    def pgbench(self, script: str) -> float:
        """Transactions a second of a script, prepared statements, as many clients as the servers have connections."""
        with tempfile.NamedTemporaryFile("w", suffix=".sql") as file:
            file.write(script)
            file.flush()
            command = [
                str(postgres.binaries(self.target) / "pgbench"), "--no-vacuum", "--protocol=prepared",
                f"--client={CONNECTIONS}", "--jobs=2", f"--time={int(SECONDS)}", f"--file={file.name}", self.database,
            ]  # fmt: skip
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        rate = re.search(r"tps = ([\d.]+)", done.stdout)
        if rate is None or done.returncode:
            raise Trouble(f"pgbench did not run:\n{done.stderr[-2000:]}")
        return float(rate[1])

    def first_page(self) -> bool:
        """The first page of the list of 300,000, tab by tab and sort by sort, 16 people through the gateway."""
        base = f"http://127.0.0.1:{self.target.base}/api/v1/invoices"
        calls = [
            load.call(f"{base}/{organisation}?page=1&pageSize=50&sort={sort}{tab}{year}", self.token_text)
            for organisation in (1, 2, 3)
            for tab in ("", "&status=draft", "&status=proposed", "&status=paid", "&status=cancelled", "&status=credit")
            for year in ("", "&billingYear=2122", "&billingYear=2627", "&billingYear=0")
            for sort in ("-date", "dueDate", "name", "-total", "outstanding", "number")
        ]
        page = f"first page of 300,000, {len(calls)} views"
        return told(
            [answers.percentiles(page, calls, self.target.base, FIRST_PAGE, warm=SECONDS, seconds=4 * SECONDS, seed=8)]
        )

    def money(self) -> bool:
        """The invoices' own figures."""
        records = list(range(statements.RECORDS[0], statements.RECORDS[0] + money.PRINTED))
        base, changed = f"http://127.0.0.1:{self.target.base}", self._editable()
        return told(money.figures(base, self.token_text, records, changed, self._sendable()))

    def calendar(self) -> bool:
        """Weeks and series over the events of `make load`."""
        base = f"http://127.0.0.1:{self.target.base}"
        people = environment.database_url(self.target, "people")
        return told(calendar.figures(base, self.sign, people, self.processor_seconds))

    def teaching(self) -> bool:
        """Slips and homework of `make load`."""
        return told(teaching.figures(self.target.base, self.sign, environment.database_url(self.target, "teaching")))

    def documents(self) -> bool:
        """Files, the library and tickets of `make load`."""
        return told(documents.figures(self.target.base, self.sign, environment.database_url(self.target, "files")))

    def drawing(self) -> bool:
        """People who draw on one board."""
        return told(drawing.figures(self.target.base, self.sign, environment.database_url(self.target, "files")))

    def queue(self) -> bool:
        """From the key to the frame that shows the next slip of the review queue."""
        return self._by_browser("queue-shown.mjs", "BASE_URL")

    def token(self) -> bool:
        """Verifying a token that was seen before."""
        from kit.policy import tokens

        tokens.verify(self.token_text)
        begun, times = time.perf_counter(), 100_000
        for _ in range(times):
            tokens.verify(self.token_text)
        micros = (time.perf_counter() - begun) / times * 1e6
        say("token verify, repeated", f"{micros:.1f} µs", f"{TOKEN_MICROSECONDS:.0f} µs", micros <= TOKEN_MICROSECONDS)
        return micros <= TOKEN_MICROSECONDS

    def sizes(self) -> bool:
        """The bytes that a first visit and the heaviest screen of each remote load."""
        return self._by_browser("size.mjs", "SIZE_BASE_URL")

    def rows(self) -> bool:
        """From the answer with 1,000 rows to the frame that shows them, in lists of invoices and of people."""
        return self._by_browser("rows-shown.mjs", "BASE_URL")

    def views(self) -> bool:
        """From the answer to a board of 2,000 cards and to a calendar of 500 events, as an agenda and as a month."""
        return self._by_browser("views-shown.mjs", "BASE_URL")

    def _by_browser(self, tool: str, base: str) -> bool:
        """One of the web's own measures, which prints its lines; `base` names the setting with the address."""
        env = os.environ | {base: f"http://localhost:{self.target.base}"}
        command = ["node", f"tools/{tool}"]
        done = subprocess.run(command, cwd=ROOT / "web", env=env, capture_output=True, text=True, check=False)
        print("\n".join(part.strip("\n") for part in (done.stdout, done.stderr if done.returncode else "") if part))
        return done.returncode == 0

    def processes(self) -> set[psutil.Process]:
        """The supervisor and everything it runs."""
        pids = {entry.get("pid") for entry in self.target.status().get("components", {}).values()} - {None, 0}
        return {child for pid in pids for child in _family(pid)}

    def processor_seconds(self) -> float:
        """The time that processors have spent on all of them so far."""
        return sum(_seconds(process) for process in self.processes())

    def memory(self) -> bool:
        """Memory of the supervisor and everything it runs; shared pages counted once for each family (PSS)."""
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
    """Whether service and gateway reach the share of pgbench, and the service the multiple of DRF."""
    least = TARGETS[name] * rates["pgbench"]
    return min(rates["service"], rates["gateway"]) >= least and rates["service"] >= TIMES_DRF * rates["DRF"]


def print_rates(rates: dict[str, dict[str, float]]) -> None:
    """Requests a second and, below, the share of pgbench and the multiple of DRF."""
    print(f"{CONNECTIONS} connections, {ROUNDS} rounds of {SECONDS:.0f} s, median; requests a second")
    columns = ["pgbench", "service", "gateway", "DRF", "fastify"]
    print(f"{'':<12}" + "".join(f"{name:>10}" for name in columns) + "   of pgbench: service, gateway, fastify   × DRF")
    for name, entry in rates.items():
        shares = [entry[server] / entry["pgbench"] for server in ("service", "gateway", "fastify")]
        times = entry["service"] / max(entry["DRF"], 0.1)
        print(
            f"{name:<12}" + "".join(f"{entry[column]:>10,.0f}" for column in columns)
            + f"   {shares[0]:.2f}, {shares[1]:.2f}, {shares[2]:.2f} (target {TARGETS[name]:.2f})   {times:.1f}"
            + ("" if meets(name, entry) else "   MISSED")
        )  # fmt: skip


def told(figures: Iterable[Figure]) -> bool:
    """Print each line as it comes; whether all are met."""
    good = True
    for figure in figures:
        say(figure.what, figure.found, figure.wanted, figure.good)
        good &= figure.good
    return good


def say(what: str, found: str, wanted: str, good: bool) -> None:
    print(f"{what:<24} {found} (target {wanted}){'' if good else '   MISSED'}")


if __name__ == "__main__":
    try:
        raise SystemExit(main())
    except Trouble as trouble:
        sys.exit(str(trouble))
