"""Backup and restore rates: a separate PostgreSQL with pgbench's tables, and the WAL of writes to them.

The times for 100 GB are computed from both rates (`docs/backup.md`).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pyrage

from backup import wal
from backup.programs import program
from backup.store import Store
from bench.answers import Figure
from devstack.layout import ROOT, Trouble
from staffroom_testing.components import Components

SCALE = 65
"""Scale of pgbench: a gigabyte."""
WRITING_SECONDS = 60
WHOLE, LOG = 100e9, 10e9
"""Bytes of the computed installation, and of its WAL since the last backup."""
WANTED_MINUTES = 30
_OWNER = 65534 if os.geteuid() == 0 else os.geteuid()
_TABLES = {
    "staffroom_files": "create table file (object_key text)",
    "staffroom_identity": (
        "create table session (expires timestamptz, ended timestamptz, end_reason text, version int, "
        "modified timestamptz); create table event_position (subject text primary key, sequence bigint)"
    ),
}
"""Tables that a restore reads."""


def figures() -> Iterator[Figure]:
    """Make a backup, write, then restore the backup alone and with its WAL. Raises Trouble if a command fails."""
    components = Components()
    folder = Path(tempfile.mkdtemp(prefix="staffroom-bench-"))
    folder.chmod(0o711)
    try:
        components.postgres.start()
        components.postgres.await_port(components.postgres_port)
        components._await_database()
        _fill(components.admin_url)
        yield from _measured(components.admin_url, folder)
    finally:
        components.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _measured(url: str, folder: Path) -> Iterator[Figure]:
    environment = _environment(url, folder)
    size = _number(url, "select sum(pg_database_size(oid))::bigint from pg_database")
    with _logged(environment):
        seconds = _run(environment, "once")
        yield Figure(f"backup of {size / 1e9:.2f} GB", _rate(size, seconds), "none", True)
        base = _restore(environment, folder / "base")
        yield Figure("restore of it", _rate(size, base), "none", True)
        before = _number(url, _POSITION)
        _pgbench(url, "-T", str(WRITING_SECONDS), "-c", "4", "-j", "2")
        log = _number(url, _POSITION) - before
        _await_stored(folder)
    whole = _restore(environment, folder / "whole")
    replay = max(whole - base, 0.1)
    yield Figure(f"{log / 1e9:.2f} GB of log on top", _rate(log, replay), "none", True)
    minutes = (WHOLE * base / size + LOG * replay / log) / 60
    what = f"restore of {WHOLE / 1e9:.0f} GB and {LOG / 1e9:.0f} of log, computed"
    yield Figure(what, f"{minutes:.0f} min", f"{WANTED_MINUTES} min", minutes <= WANTED_MINUTES)


_POSITION = "select (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint"


def _fill(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("alter system set max_wal_size = '4GB'")
        admin.execute("select pg_reload_conf()")
        for name, statements in _TABLES.items():
            admin.execute(f"create database {name}")
            with psycopg.connect(url.rpartition("/")[0] + f"/{name}", autocommit=True) as connection:
                connection.execute(statements)
    _pgbench(url, "-i", "-q", "-s", str(SCALE))


def _environment(url: str, folder: Path) -> dict[str, str]:
    key = pyrage.x25519.Identity.generate()
    (folder / "key").write_text(str(key))
    (folder / "objects").mkdir()
    (folder / "secrets").write_text("none")
    return os.environ | {
        "STAFFROOM_BACKUP_TO": (folder / "target").as_uri(),
        "STAFFROOM_BACKUP_RECIPIENT": str(key.to_public()),
        "STAFFROOM_BACKUP_IDENTITY": str(folder / "key"),
        "STAFFROOM_BACKUP_DATABASE_URL": url,
        "STAFFROOM_BACKUP_SPOOL": str(folder / "spool"),
        "STAFFROOM_BACKUP_FILES": str(folder / "secrets"),
        "STAFFROOM_BACKUP_EVERY": "1",
        "STAFFROOM_STORAGE_URL": (folder / "objects").as_uri(),
    }


def _restore(environment: Mapping[str, str], into: Path) -> float:
    return _run(environment, "restore", "latest", "--into", str(into), "--owner", str(_OWNER))


def _run(environment: Mapping[str, str], *arguments: str) -> float:
    """Return the seconds of a command of `python -m backup`."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "backup", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"`python -m backup {arguments[0]}` failed: {done.stderr[-2000:]}")
    return time.monotonic() - begun


@contextmanager
def _logged(environment: Mapping[str, str]) -> Iterator[None]:
    command = [sys.executable, "-m", "backup", "wal"]
    child = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        time.sleep(3)  # its slot keeps the WAL from its start on
        yield
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(60)


def _await_stored(folder: Path) -> None:
    """Wait until all WAL so far is in the target. Raises Trouble if it does not arrive."""
    moment, ends = datetime.now(UTC), time.monotonic() + 300
    target = Store((folder / "target").as_uri())
    while True:
        stored = [wal.newest(target, path.parent.name) for path in (folder / "target").glob("wal/*/newest.json")]
        if any(one is not None and one > moment for one in stored):
            return
        if time.monotonic() > ends:
            raise Trouble("The log does not reach the target.")
        time.sleep(0.5)


def _pgbench(url: str, *options: str) -> None:
    done = subprocess.run([program("pgbench"), *options, url], text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"pgbench failed: {done.stderr[-2000:]}")


def _number(url: str, question: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return int(row[0])


def _rate(size: float, seconds: float) -> str:
    return f"{seconds:.1f} s, {size / seconds / 1e6:.0f} MB/s"
