"""The drill: back up an installation under load, kill it and wipe it. Then restore it elsewhere to a quiet point and to
one under load, and in place to its last state.

It starts whole installations one after the other: `make test ONLY=drill`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from backup.tests import contents
from devstack.layout import SERVICES
from staffroom_testing.installation import Installation

pytestmark = [
    pytest.mark.slow,
    pytest.mark.stack,
    pytest.mark.skipif("STAFFROOM_DRILL" not in os.environ, reason="the drill has a stage: make test ONLY=drill"),
]

HERE, THERE = 10470, 10770
STUDENTS = (10, 11, 12)
ALWAYS_MOVING = ("schedule", "job", "sync_tenant", "sync_proof")
"""Tables that a running installation writes on its own."""
_OWNED = "select id, first_name from student where id = any(%s)"
_COPIED = "select id, first_name from person where kind = 'student' and id = any(%s)"


class House(Installation):
    """An installation whose rows and events are compared before and after its loss."""

    def rows(self) -> dict[str, tuple[int, str]]:
        tables = contents.rows(self.database_url("postgres"))
        return {
            name: rows for name, rows in tables.items() if name.rpartition(".")[2] not in (*ALWAYS_MOVING, "session")
        }

    def settled(self, seconds: float = 240) -> tuple[datetime, dict[str, tuple[int, str]]]:
        """Return a time at which nothing is written, and the rows at that time. The accounting system still receives
        documents for a while after all calls ended."""
        self.await_quiet()
        deadline = time.monotonic() + seconds
        rows = self.rows()
        while True:
            time.sleep(1)
            moment = now()
            time.sleep(1)
            before, rows = rows, self.rows()
            if rows == before:
                return moment, rows
            assert time.monotonic() < deadline, contents.differences(before, rows)

    def kill(self) -> None:
        """Kill all processes at once, as in a power failure."""
        status = json.loads((self.state / "status.json").read_text())
        groups = [entry["pid"] for entry in status["components"].values() if entry["pid"]]
        os.kill(status["pid"], signal.SIGKILL)
        for group in groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)

    def check_alive(self) -> None:
        """Check that events flow, each is applied once, read models equal their owners, and nothing was given up."""
        wanted = {student: f"After{student}" for student in STUDENTS}
        with self.client() as client:
            for student, name in wanted.items():
                answer = client.put(f"/students/{student}", json={"field": "firstName", "newValue": name})
                assert answer.is_success, answer.text
        assert dict(self.query("people", _OWNED, list(STUDENTS))) == wanted
        deadline = time.monotonic() + 60
        while dict(self.query("finance", _COPIED, list(STUDENTS))) != wanted:
            assert time.monotonic() < deadline, "events do not flow"
            time.sleep(0.5)
        self.await_quiet()
        for service in SERVICES:
            assert self.query(service, "select count(*) from dead_letter") == [(0,)], service
            twice = "select event_id from published group by 1 having count(*) > 1"
            assert self.query(service, twice) == [], service
            log = (self.state / "logs" / f"{service}-events.log").read_text()
            assert "events_stream_restarted" not in log, service
            assert "StreamDiffers" not in log, service


class Writers:
    """Change students and upload files as fast as the server responds."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.end = threading.Event()
        self.written = 0
        self.faults: list[str] = []
        self.threads = [threading.Thread(target=self._write, args=(student,)) for student in STUDENTS]

    def __enter__(self) -> Writers:
        for thread in self.threads:
            thread.start()
        return self

    def await_written(self, count: int, seconds: float = 120) -> None:
        """Wait for `count` writes; a busy machine takes longer."""
        deadline = time.monotonic() + seconds
        while self.written < count:
            assert time.monotonic() < deadline, self.faults or "nobody answers"
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.end.set()
        for thread in self.threads:
            thread.join()

    def _write(self, student: int) -> None:
        with self.house.client() as client:
            number = 0
            while not self.end.is_set():
                number += 1
                value = f"Ella{hashlib.sha256(f'{student}{number}{time.time()}'.encode()).hexdigest()[:6]}"
                answer = client.put(f"/students/{student}", json={"field": "firstName", "newValue": value})
                if number % 5 == 0:
                    paper = {"file": (f"{value}.txt", os.urandom(20_000).hex().encode(), "text/plain")}
                    answer = client.post("/uploader", files=paper, data={"description": value})
                if not answer.is_success:
                    self.faults.append(f"{answer.status_code} {answer.text[:200]}")
                self.written += 1


@pytest.fixture
def roots() -> Iterator[Path]:
    root = Path(tempfile.mkdtemp(prefix="staffroom-drill-", dir="/var/tmp"))
    root.chmod(0o711)
    yield root
    shutil.rmtree(root, ignore_errors=True)


def await_stored(target: Path, moment: datetime, seconds: float = 90) -> None:
    """Wait until a backup exists, and WAL up to the given time."""
    deadline = time.monotonic() + seconds
    while True:
        stored = [json.loads(path.read_text())["at"] for path in target.glob("wal/*/newest.json")]
        if list(target.glob("backups/*/manifest.json")) and stored and datetime.fromisoformat(stored[0]) > moment:
            return
        assert time.monotonic() < deadline, "nothing arrives in the target"
        time.sleep(0.5)


def now() -> datetime:
    return datetime.now(UTC)


def test_installation_is_restored_after_total_loss(roots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    took: dict[str, float] = {}

    @contextlib.contextmanager
    def timed(what: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        took[what] = time.monotonic() - begun
        with capsys.disabled():
            print(f"  {what}: {took[what]:.0f} s", flush=True)

    target = roots / "target"
    here = House(roots / "here", "drill", HERE, {"BACKUP": "1", "TO": str(target), "STAFFROOM_BACKUP_EVERY": "2"})
    there = House(roots / "there", "drill", THERE)
    try:
        with timed("start"):
            here.run("up", "--detach")
        here.await_quiet()
        await_stored(target, now())

        with Writers(here) as writers:
            writers.await_written(20)
        quiet, rows_then = here.settled()
        objects_then = contents.objects(here.state / "objects")
        with Writers(here) as more:
            more.await_written(15)
            under_load = now()
            more.await_written(30)
        _, rows_last = here.settled()
        objects_last = contents.objects(here.state / "objects")
        await_stored(target, now())
        assert writers.faults == more.faults == []
        here.kill()
        for name in ("postgres", "nats", "valkey", "objects"):
            shutil.rmtree(here.state / name)

        with timed("restore of a quiet moment, elsewhere"):
            there.run(
                "restore", "--stopped", FROM=str(target), AT=quiet.isoformat(), KEY=str(here.state / "backup.key")
            )
        there.run("up", "--only=postgres", "--detach")
        assert contents.differences(rows_then, there.rows()) == []
        assert contents.differences(objects_then, contents.objects(there.state / "objects")) == []
        there.run("down")

        with timed("restore of a moment under load, and start"):
            shutil.copytree(here.state / "accounting", there.state / "accounting", dirs_exist_ok=True)
            there.run("restore", FROM=str(target), AT=under_load.isoformat(), KEY=str(here.state / "backup.key"))
        there.check_alive()
        there.run("down")

        with timed("restore of the last state, in place"):
            here.run("restore", "--stopped", FROM=str(target))
        here.run("up", "--only=postgres", "--detach", BACKUP="")
        assert contents.differences(rows_last, here.rows()) == []
        assert contents.differences(objects_last, contents.objects(here.state / "objects")) == []
        with timed("start"):
            here.run("up", "--detach", BACKUP="")
        here.check_alive()
        check_accounting(here)
    finally:
        for house in (here, there):
            with contextlib.suppress(AssertionError):
                house.run("down")
    with capsys.disabled():
        print(
            f"  {writers.written + more.written} writes, {len(objects_last)} objects, {len(rows_last)} tables compared"
        )


def check_accounting(house: House) -> None:
    """Check that the accounting system, which was not restored, matches our records."""
    begun = now() - timedelta(seconds=5)
    with house.client() as client:
        assert client.post("/xero/sync/proof", json={}).status_code == 202
    deadline = time.monotonic() + 240
    proof = "select difference, missing, duplicates from sync_proof where started > %s and finished is not null"
    while not (rows := house.query("finance", proof, begun)):
        assert time.monotonic() < deadline, "the proof does not end"
        time.sleep(1)
    assert rows[-1] == (0, 0, 0)
