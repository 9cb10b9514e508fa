"""A backup: the whole database cluster at one point in time, then the objects that its rows name, then the secrets."""

from __future__ import annotations

import hashlib
import io
import re
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

import psycopg

from backup import expiry, manifest, objects, segments
from backup.failures import CONFIG, UNAVAILABLE, Failure, of_target
from backup.manifest import Manifest, Piece
from backup.programs import alone, environment, program
from backup.sealing import seal
from backup.settings import Settings
from backup.store import Store

BASE, SECRETS = "base.tar.zst.age", "secrets.tar.zst.age"
_START = re.compile(r"write-ahead log start point: ([0-9A-F]+/[0-9A-F]+) on timeline (\d+)")
_END = re.compile(r"write-ahead log end point: ([0-9A-F]+/[0-9A-F]+)")
_ABOUT = """
select clock_timestamp(), (select system_identifier::text from pg_control_system()),
  (select rolname from pg_roles where oid = 10)
"""


def once(settings: Settings, say: Callable[[str], None], copier: objects.Copier | None = None) -> Manifest:
    """Make a backup, then remove those that the retention rule no longer keeps. Raises Failure; earlier backups stay
    intact."""
    target = Store(settings.to)
    target.check()
    recipients = settings.recipients
    with alone(settings.database) as connection:
        started, system, superuser = connection.execute(_ABOUT).fetchone() or (None, None, None)
        assert started is not None
        _check_alone(target, str(system))
        remove_unfinished(target)
        name = started.astimezone(UTC).strftime("%Y-%m-%dT%H%M%SZ")
        pieces: list[Piece] = []

        def add(piece: str, source: IO[bytes]) -> None:
            with target.writing(f"{manifest.FOLDER}/{name}/{piece}") as sink:
                sealed = seal(source, sink, recipients)
            pieces.append(Piece(piece, sealed.size, sealed.sha256, sealed.plain))

        say(f"backup {name}: databases")
        timeline, first_wal, last_wal = _databases(settings, connection, add)
        (ended,) = connection.execute("select clock_timestamp()").fetchone() or (started,)
        say(f"backup {name}: objects")
        copier = copier or objects.Copier(target, settings.storage_url, recipients)
        copier.copy()
        keys = copier.keys()
        content = objects.index(keys).getvalue()
        target.write(f"{manifest.FOLDER}/{name}/{objects.INDEX}", content)
        pieces.append(Piece(objects.INDEX, len(content), hashlib.sha256(content).hexdigest(), len(content)))
        if settings.files:
            add(SECRETS, _secrets(settings.files))
        backup = Manifest(
            name, started, ended, str(system), timeline, first_wal, str(superuser), len(keys), tuple(pieces), last_wal
        )
        backup.write(target)
        gone = expiry.expire(target, settings.keep, datetime.now(UTC))
    if gone:
        say(f"kept by rule: {gone} older files removed")
    return backup


def _check_alone(target: Store, system: str) -> None:
    """Refuse a target that holds the backups of another cluster. Otherwise the newest backup of both would be `latest`,
    and the rule would keep one a day of the two together. A restored cluster counts as the same one. Raises Failure."""
    if any(one.system != system for one in manifest.find_all(target)):
        raise Failure(CONFIG, f"{target.url} holds the backups of another database: name a place that is empty.")


def remove_unfinished(target: Store) -> None:
    """Remove the remains of an interrupted backup. Only called while no other backup runs."""
    entries = [entry.name for entry in target.entries(manifest.FOLDER)]
    complete = {name.rpartition("/")[0] for name in entries if name.endswith(f"/{manifest.NAME}")}
    for name in entries:
        if name.rpartition("/")[0] not in complete:
            target.remove(name)
    target.remove_drafts()


def _databases(
    settings: Settings, connection: psycopg.Connection[Any], add: Callable[[str, IO[bytes]], None]
) -> tuple[int, str, str]:
    """Back up the cluster; returns its timeline and the names of the first and the last WAL segment."""
    # The WAL written during the backup comes last, in the same file: the slot keeps it and ends with this connection.
    slot = f"once_{connection.info.backend_pid}"
    connection.execute("select pg_create_physical_replication_slot(%s, true, true)", (slot,))
    command = [program("pg_basebackup"), "-D", "-", "-Ft", "-X", "fetch", "-c", "fast", "-v", "-w"]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, env=environment(settings.database), stdout=subprocess.PIPE, stderr=errors)
        assert process.stdout is not None
        try:
            add(BASE, process.stdout)
            code = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        errors.seek(0)
        log = errors.read().decode(errors="replace")
    start, end = _START.search(log), _END.search(log)
    if code or not start or not end:
        raise Failure(UNAVAILABLE, f"The database could not be backed up: {log.strip().splitlines()[-1:]}")
    timeline = int(start[2])
    first, behind = segments.position(start[1]), segments.position(end[1])
    return timeline, segments.name(timeline, first), segments.name(timeline, behind - 1)


def _secrets(files: str) -> io.BytesIO:
    """Archive the files, each under its base name. Raises Failure."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w") as tar:
        for path in (Path(name.strip()) for name in files.split(",") if name.strip()):
            try:
                tar.add(path, path.name)
            except FileNotFoundError:
                raise Failure(CONFIG, f"STAFFROOM_BACKUP_FILES: {path} does not exist") from None
            except OSError as error:
                raise of_target(error, str(path)) from None
    archive.seek(0)
    return archive
