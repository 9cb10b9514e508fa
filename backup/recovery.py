"""Recovery: a PostgreSQL server that nobody else can reach replays the restored WAL up to a point in time."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg

from backup.failures import DATA, Failure
from backup.programs import program

_NOT_REACHED = "recovery ended before configured recovery target was reached"
_CONFIGURATION = """\
listen_addresses = ''
unix_socket_directories = '{sockets}'
hba_file = '{hba}'
ident_file = '{hba}'
hot_standby = off
shared_buffers = '256MB'
max_wal_size = '4GB'
wal_level = replica
logging_collector = off
"""
_PAUSE = 0.1


@dataclass(frozen=True)
class Owner:
    """The user who owns the restored data and runs the server; it refuses root."""

    uid: int

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments for `subprocess`."""
        return {"user": self.uid, "group": self.uid, "extra_groups": []} if os.geteuid() == 0 else {}


class TargetNotReached(Exception):
    """The WAL ends before the target time: no later change was committed."""


@contextlib.contextmanager
def server(
    data: Path, wal: Path | None, at: datetime | None, superuser: str, owner: Owner
) -> Iterator[psycopg.Connection[Any]]:
    """Recover the restored data and yield a connection to its database `postgres`.

    With `wal`, replay up to `at` or to the end of the WAL; without it, to the end of the backup. Raises
    TargetNotReached, Failure.
    """
    more = "recovery_target_action = 'promote'\n" + f"restore_command = '{f'cp {wal}/%f %p' if wal else 'false'}'\n"
    if at is not None:
        more += f"recovery_target_time = '{at.astimezone(UTC).isoformat()}'\n"
    elif wal is None:
        more += "recovery_target = 'immediate'\n"
    (data / "recovery.signal").touch()
    if os.geteuid() == 0:
        os.chown(data / "recovery.signal", owner.uid, owner.uid)
    with started(data, more, superuser, owner) as connection:
        yield connection


@contextlib.contextmanager
def started(data: Path, more: str, superuser: str, owner: Owner) -> Iterator[psycopg.Connection[Any]]:
    """Start a server on a data folder that only its owner can reach, and yield a connection to its database `postgres`.
    Stops the server cleanly after the block. Raises TargetNotReached, Failure."""
    folder = Path(tempfile.mkdtemp(prefix="sr-"))  # socket paths are limited to about a hundred characters
    try:
        configuration, log = folder / "postgresql.conf", folder / "log"
        (folder / "hba").write_text(f"local all {superuser} trust\n")
        configuration.write_text(_CONFIGURATION.format(sockets=folder, hba=folder / "hba") + more)
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                os.chown(path, owner.uid, owner.uid)
        command = [program("postgres"), "-D", str(data), "-c", f"config_file={configuration}"]
        with log.open("wb") as output:
            process = subprocess.Popen(command, stdout=output, stderr=output, cwd="/", env=_clean(), **owner.options())
        try:
            address = f"host={folder} user={superuser} dbname=postgres connect_timeout=5"
            with _connected(address, process, log) as connection:
                yield connection
            process.send_signal(signal.SIGINT)
            if process.wait():
                raise Failure(DATA, f"PostgreSQL did not stop cleanly: {log.read_text(errors='replace')[-500:]}")
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _connected(address: str, process: subprocess.Popen[bytes], log: Path) -> psycopg.Connection[Any]:
    """Connect as soon as the server has recovered. Raises TargetNotReached, Failure."""
    while process.poll() is None:
        with contextlib.suppress(psycopg.OperationalError):
            return psycopg.connect(address, autocommit=True)
        time.sleep(_PAUSE)
    output = log.read_text(errors="replace")
    if _NOT_REACHED in output:
        raise TargetNotReached
    end = "\n".join(output.splitlines()[-12:])
    raise Failure(DATA, f"PostgreSQL could not recover:\n{end}")


def _clean() -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}
