"""A separate PostgreSQL with the tables that a restore reads, and the environment of `python -m backup`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pyrage
import pytest

from backup.__main__ import main
from backup.recovery import Owner, started
from devstack.layout import ROOT
from staffroom_testing.components import Components

OWNER = 65534 if os.geteuid() == 0 else os.geteuid()
_TABLES = {
    "staffroom_files": "create table note (n bigint primary key); create table file (object_key text)",
    "staffroom_identity": (
        "create table session (expires timestamptz, ended timestamptz, end_reason text, version int,"
        " modified timestamptz);"
        "create table event_position (subject text primary key, sequence bigint)"
    ),
}


@dataclass
class Installation:
    """A running database, a folder of objects, and a target for backups."""

    components: Components
    folder: Path
    secret: str
    commands: list[str] = field(default_factory=list)

    def url(self, database: str) -> str:
        return self.components.admin_url.rpartition("/")[0] + f"/{database}"

    def write(self, *numbers: int) -> None:
        with psycopg.connect(self.url("staffroom_files")) as connection:
            for number in numbers:
                connection.execute("insert into note values (%s)", (number,))

    def now(self) -> str:
        with psycopg.connect(self.url("staffroom_files")) as connection:
            row = connection.execute("select clock_timestamp()::text").fetchone()
        assert row is not None
        return str(row[0]).replace(" ", "T")

    def upload(self, key: str, content: bytes) -> None:
        path = self.folder / "objects" / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        with psycopg.connect(self.url("staffroom_files")) as connection:
            connection.execute("insert into file values (%s)", (key,))

    @property
    def target(self) -> Path:
        return self.folder / "target"

    def restore(self, name: str, *more: str) -> Path:
        """Restore with the command, which must succeed."""
        into = Path(tempfile.mkdtemp(dir=self.folder)) / "restored"
        into.parent.chmod(0o711)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("STAFFROOM_STORAGE_URL", "")
            assert main(["restore", name, *more, "--into", str(into), "--owner", str(OWNER)]) == 0
        return into

    @contextmanager
    def process(self, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run `python -m backup` as a process, killed at the end."""
        command = [sys.executable, "-m", "backup", *arguments]
        child = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            yield child
        finally:
            child.kill()
            child.communicate()


@contextmanager
def running(data: Path) -> Iterator[psycopg.Connection[Any]]:
    """Start a server on restored data."""
    with started(data, "", "postgres", Owner(OWNER)) as connection:
        yield connection


def numbers(into: Path) -> list[int]:
    """Return the notes in a restored folder."""
    return notes(into / "data")


def notes(data: Path) -> list[int]:
    """Return the notes in a restored database."""
    with running(data) as connection:
        address = f"host={connection.info.host} user=postgres dbname=staffroom_files"
        with psycopg.connect(address) as files:
            return [number for (number,) in files.execute("select n from note order by n")]


@pytest.fixture(scope="session")
def components() -> Iterator[Components]:
    components = Components()
    components.start_postgres()
    with psycopg.connect(components.admin_url, autocommit=True) as admin:
        admin.execute("create role staffroom_backup login replication")
        admin.execute("grant pg_monitor to staffroom_backup")
    yield components
    components.stop()


def drop_slots(components: Components) -> None:
    """Drop the slot that a killed process left behind, once the server notices that the process ended."""
    with psycopg.connect(components.admin_url, autocommit=True) as admin:
        while admin.execute("select active_pid from pg_replication_slots").fetchall():
            admin.execute("select pg_terminate_backend(active_pid) from pg_replication_slots where active")
            admin.execute("select pg_drop_replication_slot(slot_name) from pg_replication_slots where not active")


@pytest.fixture
def installation(components: Components, monkeypatch: pytest.MonkeyPatch) -> Iterator[Installation]:
    folder = Path(tempfile.mkdtemp(prefix="staffroom-backup-"))
    folder.chmod(0o711)
    identity = pyrage.x25519.Identity.generate()
    installation = Installation(components, folder, str(identity))
    with psycopg.connect(components.admin_url, autocommit=True) as admin:
        for name, tables in _TABLES.items():
            admin.execute(f"drop database if exists {name} with (force)")
            admin.execute(f"create database {name}")
            with psycopg.connect(installation.url(name), autocommit=True) as connection:
                connection.execute(tables)
    (folder / "identity").write_text(installation.secret)
    (folder / "objects").mkdir()
    (folder / "secrets.json").write_text('{"service_key": "a secret"}')
    url = components.admin_url.replace("postgres@", "staffroom_backup@")
    for name, value in {
        "STAFFROOM_BACKUP_TO": installation.target.as_uri(),
        "STAFFROOM_BACKUP_RECIPIENT": str(identity.to_public()),
        "STAFFROOM_BACKUP_IDENTITY": str(folder / "identity"),
        "STAFFROOM_BACKUP_DATABASE_URL": url,
        "STAFFROOM_BACKUP_SPOOL": str(folder / "spool"),
        "STAFFROOM_BACKUP_FILES": str(folder / "secrets.json"),
        "STAFFROOM_BACKUP_EVERY": "1",
        "STAFFROOM_STORAGE_URL": (folder / "objects").as_uri(),
    }.items():
        monkeypatch.setenv(name, value)
    yield installation
    drop_slots(components)
    shutil.rmtree(folder, ignore_errors=True)
