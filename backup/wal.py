"""WAL between backups: `pg_receivewal` writes a spool, which is copied to the target, objects first."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import subprocess
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from backup import manifest, segments
from backup.failures import BUSY, UNAVAILABLE, Failure, of_target
from backup.objects import Copier
from backup.programs import connected, environment, program
from backup.sealing import seal
from backup.settings import Settings
from backup.store import Store

SLOT = "staffroom_backup"
_RECEIVED_WITHIN = 10.0
"""Seconds within which all WAL that the server has written must arrive."""
_GONE = (
    "can no longer access replication slot",
    "has already been removed",
    "is not in this server's history",
    "is ahead of the WAL flush position",
)
"""Messages of a server that can no longer send the next WAL: it kept too little, or was restored to an earlier time."""
_DROP_SLOT = "select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = %s and not active"
_NOW = "select clock_timestamp(), pg_current_wal_lsn()::text, (select system_identifier::text from pg_control_system())"
_RECEIVED = """
select coalesce(bool_or(write_lsn >= %s::pg_lsn), false) from pg_stat_replication
where application_name = 'pg_receivewal'
"""


class Receiver:
    """Receives the WAL of one cluster and stores it. Every call raises Failure."""

    def __init__(self, settings: Settings, copier: Copier, say: Callable[[str], None]) -> None:
        self.settings = settings
        self.copier = copier
        self.say = say
        self.target = copier.target
        self.spool = Path(settings.spool) / "wal"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = Path(settings.spool) / "pg_receivewal.log"
        self.last: str | None = None
        self.partial = ""
        self.hole: int | None = None
        """The number of the first segment after a gap. Until a backup starts after it, no later time can be restored.
        """
        self.is_compared = False

    def start(self) -> None:
        """Start receiving, with a replication slot that makes the server keep WAL until it arrives."""
        self.spool.mkdir(parents=True, exist_ok=True, mode=0o700)
        env = environment(self.settings.database)
        make = [program("pg_receivewal"), "--create-slot", "--if-not-exists", "-S", SLOT, "-w"]
        result = subprocess.run(make, env=env, capture_output=True, text=True, check=False)
        if result.returncode:
            raise Failure(UNAVAILABLE, f"The database gives no WAL: {result.stderr.strip()}")
        command = [program("pg_receivewal"), "-D", str(self.spool), "-S", SLOT, "-w", "--no-loop", "-s", "1"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, env=env, stdout=log, stderr=log)

    def stop(self) -> None:
        """Stop receiving; the next run stores what has arrived."""
        if self.process is not None:
            self.process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            self.process.kill()
            self.process.wait()
            self.process = None

    def store(self) -> tuple[datetime | None, int]:
        """Store all WAL that the server had written when the call started; returns that time (None while there is a
        gap) and the bytes stored."""
        if self.process is None or self.process.poll() is not None:
            if self.process is not None and any(reason in self._error() for reason in _GONE):
                self._begin_anew()
            self.stop()
            self.start()
        moment, system, written = self._await_arrival()
        if not self.is_compared:
            self._compare_with_backups(system, written)
        growing = self._growing()
        stored = self.copier.copy()  # objects first, so that no stored WAL names a missing object
        stored += self._store_complete(system, moment)
        if growing is not None:
            stored += self._store_growing(system, *growing)
        if self.hole is not None:
            if not self._has_backup_behind(system, self.hole):
                return None, stored
            self.hole = None
        newest = {"at": moment.isoformat(), "segment": growing[0] if growing else self.last}
        self.target.write(f"{segments.FOLDER}/{system}/{segments.NEWEST}", json.dumps(newest).encode())
        return moment, stored

    def _compare_with_backups(self, system: str, written: str) -> None:
        """Check whether the WAL that this process receives follows the WAL stored after the newest backup. It does not
        if nobody received it for a while, since a new slot starts at the current position."""
        self.is_compared = True
        known = [one for one in manifest.find_all(self.target) if one.system == system and one.last_wal]
        if not known:
            return
        there = [
            segments.number(path.name[:24]) for path in self.spool.iterdir() if segments.is_segment(path.name[:24])
        ]
        first = min(there, default=segments.number_at(written))
        stored, _ = segments.stored(self.target, system)
        behind = [one for one in stored if one.number >= segments.number(known[-1].first_wal)]
        if first > segments.reach(known[-1], behind) + 1:
            self.hole = first
            self.say("The log since the newest backup is lost; a backup has to be made")

    def _has_backup_behind(self, system: str, number: int) -> bool:
        known = [one for one in manifest.find_all(self.target) if one.system == system]
        return any(segments.number(one.first_wal) >= number for one in known)

    def _await_arrival(self) -> tuple[datetime, str, str]:
        """Wait until all WAL written so far has arrived; returns the time, the cluster's identifier and the log
        position."""
        with connected(self.settings.database) as connection:
            moment, written, system = connection.execute(_NOW).fetchone() or (None, None, None)
            until = time.monotonic() + _RECEIVED_WITHIN
            while time.monotonic() < until:
                (there,) = connection.execute(_RECEIVED, (written,)).fetchone() or (False,)
                if there and moment is not None:
                    return moment, str(system), str(written)
                if self.process is None or self.process.poll() is not None:
                    break
                time.sleep(0.1)
        error = self._error()
        code = BUSY if "is active" in error else UNAVAILABLE
        raise Failure(code, f"The WAL does not arrive: {error or 'the database is too busy'}")

    def _error(self) -> str:
        """Return the reason for which the receiving program ended: the server's error, otherwise its last line."""
        lines = self.log.read_text(errors="replace").strip().splitlines() if self.log.exists() else []
        return next(
            (line for line in reversed(lines) if "ERROR:" in line or "FATAL:" in line), lines[-1] if lines else ""
        )

    def _store_complete(self, system: str, now: datetime) -> int:
        """Store and remove the complete segments and histories that have arrived; returns the bytes stored."""
        stored = 0
        for path in sorted(self.spool.iterdir()):
            if path.suffix == ".history":
                self._note_fork(system, path, now)
            if segments.is_segment(path.name) or path.suffix == ".history":
                stored += self._store_whole(system, path)
        return stored

    def _note_fork(self, system: str, history: Path, now: datetime) -> None:
        fork = segments.fork_of(history.name, history.read_text(), now)
        if fork and fork.timeline not in (one.timeline for one in segments.forks(self.target, system)):
            segments.write_fork(self.target, system, fork)

    def _begin_anew(self) -> None:
        """Receive WAL from now on, with a new slot: the WAL in between is lost."""
        self.say(f"The log goes on with a new backup: {self._error()}")
        with connected(self.settings.database) as connection:
            (now, written, system) = connection.execute(_NOW).fetchone() or (datetime.now(UTC), "0/0", "")
            connection.execute(_DROP_SLOT, (SLOT,))
        self._store_complete(str(system), now)
        for path in self.spool.iterdir():
            path.unlink()
        self.hole = segments.number_at(str(written))

    def _growing(self) -> tuple[str, bytes] | None:
        """Return name and content of the segment that is being received."""
        for path in sorted(self.spool.glob(f"*{segments.PARTIAL}"), reverse=True):
            with contextlib.suppress(FileNotFoundError):  # completed in the meantime
                return path.name.removesuffix(segments.PARTIAL), path.read_bytes()
        return None

    def _store_whole(self, system: str, path: Path) -> int:
        _, size = self._put(system, path.name, path.read_bytes())
        self._remove_partials(system, path.name)
        if segments.is_segment(path.name):
            self._look_for_hole(system, path.name)
            self.last = path.name
        path.unlink()
        return size

    def _store_growing(self, system: str, name: str, content: bytes) -> int:
        digest = hashlib.sha256(content).hexdigest()
        if digest == self.partial:
            return 0
        stored, size = self._put(system, name + segments.PARTIAL, content)
        self._remove_partials(system, name, but=stored)
        self.partial = digest
        return size

    def _put(self, system: str, name: str, content: bytes) -> tuple[str, int]:
        sealed = io.BytesIO()
        piece = seal(io.BytesIO(content), sealed, self.settings.recipients)
        path = f"{segments.FOLDER}/{system}/{name}.{piece.sha256}"
        self.target.write(path, sealed.getvalue())
        return path, piece.size

    def _remove_partials(self, system: str, name: str, but: str = "") -> None:
        prefix = f"{segments.FOLDER}/{system}/{name}{segments.PARTIAL}."
        for entry in self.target.entries(f"{segments.FOLDER}/{system}"):
            if entry.name.startswith(prefix) and entry.name != but:
                self.target.remove(entry.name)

    def _look_for_hole(self, system: str, name: str) -> None:
        if self.last is None:
            known = [one.base for one in segments.stored(self.target, system)[0] if not one.partial and one.base < name]
            self.last = known[-1] if known else None
        if self.last and self.last[:8] == name[:8] and segments.number(name) != segments.number(self.last) + 1:
            self.hole = segments.number(name)
            self.say(f"WAL between {self.last} and {name} is lost; a backup has to be made")


def newest(target: Store, system: str) -> datetime | None:
    """Return the time up to which everything is in the target."""
    try:
        return datetime.fromisoformat(json.loads(target.read(f"{segments.FOLDER}/{system}/{segments.NEWEST}"))["at"])
    except (FileNotFoundError, ValueError, KeyError):
        return None


def check_spool(settings: Settings) -> None:
    """Raise Failure if the spool is not writable."""
    folder = Path(settings.spool)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, "no right to write")
    except OSError as error:
        raise of_target(error, str(folder)) from None
