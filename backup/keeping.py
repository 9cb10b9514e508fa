"""`keep` and `wal`: the loop that stores WAL, and once a day makes a backup."""

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
    """Store WAL every `every` seconds until `stop`, and with `daily` make the backups. A failure is said, counted and
    tried again; only a wrong setting ends it. Raises Failure."""
    target = Store(settings.to)
    target.check()
    wal.check_spool(settings)
    for name in ("backup", "wal"):
        metrics.watch(name, 0)  # none yet: an age that alerts
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
                made = _attempt("backup", say, lambda: _backup(settings, copier, receiver, say))
                not_before = now if made else now + _AFTER_FAILURE
            stop.wait(settings.every)
        _attempt("wal", say, lambda: _store(receiver))  # so that an orderly end loses nothing
    finally:
        receiver.stop()


def due(target: Store, at: str, now: datetime) -> bool:
    """Whether no backup has been made since the last moment of the day that `at` names (UTC). Raises Failure."""
    moment = datetime.combine(now.date(), time.fromisoformat(at), UTC)
    last = moment if moment <= now else moment - timedelta(days=1)
    known = manifest.find_all(target)
    if known:
        metrics.watch("backup", known[-1].ended.timestamp())
    return not known or known[-1].started < last


def _store(receiver: wal.Receiver) -> bool:
    moment, size = receiver.store()
    if moment is not None:  # else the age grows until somebody looks
        metrics.watch("wal", moment.timestamp())
    metrics.stored.inc(size)
    return True


def _backup(settings: Settings, copier: Copier, receiver: wal.Receiver, say: Callable[[str], None]) -> bool:
    made = once(settings, say, copier)
    copier.known = None  # the rule has removed some
    metrics.watch("backup", made.ended.timestamp())
    metrics.stored.inc(made.size)
    say(f"backup {made.name}: {made.size >> 20} MB, {made.objects} objects")
    return True


def _attempt(what: str, say: Callable[[str], None], work: Callable[[], bool]) -> bool:
    """The result of `work`, False when it fails."""
    try:
        return work()
    except Failure as failure:
        metrics.failures.labels(what).inc()
        say(f"{what} failed: {failure}")
        return False
