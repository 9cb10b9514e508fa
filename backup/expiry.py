"""The retention rule of backups, and the removal of what no kept backup needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from backup import manifest, objects, segments
from backup.manifest import Manifest
from backup.store import Store

_ALL_OF = timedelta(days=2)
_PERIODS: dict[str, Callable[[datetime], tuple[int, ...]]] = {
    "d": lambda moment: moment.timetuple()[:3],
    "w": lambda moment: tuple(moment.isocalendar()[:2]),
    "m": lambda moment: moment.timetuple()[:2],
}


def kept(backups: Sequence[Manifest], rule: str) -> list[Manifest]:
    """Return the backups to keep: the newest of each of the last days, weeks and months that have one, and all of the
    last two days. Backups made by hand therefore displace none of the scheduled ones."""
    names = {one.name for one in backups if one.ended > backups[-1].ended - _ALL_OF}
    for part in rule.split():
        count, period = int(part[:-1]), _PERIODS[part[-1]]
        newest = {period(one.ended): one.name for one in backups}
        names |= {newest[key] for key in sorted(newest, reverse=True)[:count]}
    return [one for one in backups if one.name in names]


def expire(target: Store, rule: str, now: datetime) -> int:
    """Remove backups that the rule no longer keeps, and WAL and objects older than all kept ones; returns the number of
    removed files. Removes nothing while there is no complete backup."""
    known = manifest.find_all(target)
    keep = kept(known, rule)
    if not keep:
        return 0
    oldest = min(one.started for one in keep)
    names = {f"{manifest.FOLDER}/{one.name}" for one in keep}
    needed = {key for one in keep for key in target.read(one.path(objects.INDEX)).decode().splitlines()}
    gone = [entry.name for entry in target.entries(manifest.FOLDER) if entry.name.rpartition("/")[0] not in names]
    gone += segments.before(target, keep[0])
    for entry in target.entries(objects.FOLDER):
        key = entry.name.removeprefix(f"{objects.FOLDER}/").rpartition(".")[0]
        if key not in needed and entry.written < min(oldest, now):
            gone.append(entry.name)
    # Remove the manifest first, so that a half-removed backup no longer counts as one.
    for name in sorted(gone, key=lambda name: not name.endswith(f"/{manifest.NAME}")):
        target.remove(name)
    return len(gone)
