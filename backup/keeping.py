"""`keep` and `wal`: the loop that stores WAL and makes a daily backup."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from functools import partial

from backup import manifest, metrics, wal
from backup.base import once
from backup.failures import Failure
from backup.objects import Copier
from backup.settings import Settings
from backup.store import Store

_AFTER_FAILURE = timedelta(minutes=1)


def run(settings: Settings, stop: threading.Event, say: Callable[[str], None], *, daily: bool) -> None:
    """Store WAL every `every` seconds until `stop`; with `daily` also make the backups. Failures are logged, counted
    and retried; only a wrong setting ends the loop. Raises Failure."""
    target = Store(settings.to)
    target.check()
    wal.check_spool(settings)
    for name in ("backup", "wal"):
        metrics.watch(name, 0)  # no backup yet: an age that triggers the alert
    metrics.serve(settings.metrics_host, settings.metrics_port)
    copier = Copier(target, settings.storage_url, settings.recipients)
    receiver = wal.Receiver(settings, copier, say)
    not_before = datetime.now(UTC)
    try:
        while not stop.is_set():
            metrics.beat()
            _attempt("wal", say, lambda: _store(receiver))
            now = datetime.now(UTC)
            wanted = _attempt("list", say, partial(due, target, settings.at, now)) or receiver.hole is not None
            if daily and wanted and now >= not_before:
                backup_succeeded = _attempt("backup", say, lambda: _backup(settings, copier, receiver, say))
                not_before = now if backup_succeeded else now + _AFTER_FAILURE
            stop.wait(settings.every)
        _attempt("wal", say, lambda: _store(receiver))  # so that an orderly shutdown loses nothing
    finally:
        receiver.stop()


def due(target: Store, at: str, now: datetime) -> bool:
    """Return True if no backup was made since the last time of day `at` (UTC). Raises Failure."""
    moment = datetime.combine(now.date(), time.fromisoformat(at), UTC)
    last = moment if moment <= now else moment - timedelta(days=1)
    known = manifest.find_all(target)
    if known:
        metrics.watch("backup", known[-1].ended.timestamp())
    return not known or known[-1].started < last


def _store(receiver: wal.Receiver) -> bool:
    moment, size = receiver.store()
    if moment is not None:  # otherwise the age grows until somebody looks
        metrics.watch("wal", moment.timestamp())
    metrics.stored.inc(size)
    return True


def _backup(settings: Settings, copier: Copier, receiver: wal.Receiver, say: Callable[[str], None]) -> bool:
    backup = once(settings, say, copier)
    copier.known = None  # the retention rule removed some
    metrics.watch("backup", backup.ended.timestamp())
    metrics.stored.inc(backup.size)
    say(f"backup {backup.name}: {backup.size >> 20} MB, {backup.objects} objects")
    return True


def _attempt(what: str, say: Callable[[str], None], work: Callable[[], bool]) -> bool:
    """Return the result of `work`, or False if it fails."""
    try:
        return work()
    except Failure as failure:
        metrics.failures.labels(what).inc()
        say(f"{what} failed: {failure}")
        return False
