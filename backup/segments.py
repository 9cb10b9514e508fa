"""WAL in the target: `wal/<system>/<segment>.<SHA-256>`; the unfinished segment as `<segment>.partial.<SHA-256>`."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from backup.manifest import Manifest
from backup.store import Store

FOLDER, NEWEST = "wal", "newest.json"
FORK = ".fork"
"""Suffix of the note that a restore leaves about a timeline (`fork_of`)."""
_LEFT = re.compile(r"(?:before|after) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d)")
PARTIAL = ".partial"
_HEX = set("0123456789ABCDEF")


@dataclass(frozen=True)
class Segment:
    """A WAL file in the target. `base` is PostgreSQL's name for it."""

    base: str
    sha256: str
    size: int
    partial: bool
    path: str

    @property
    def timeline(self) -> int:
        return int(self.base[:8], 16)

    @property
    def number(self) -> int:
        return number(self.base)


def is_segment(name: str) -> bool:
    """Return True for a complete segment."""
    return len(name) == 24 and set(name) <= _HEX


def position(text: str) -> int:
    """Parse a log position, which PostgreSQL writes as `high/low`."""
    high, _, low = text.partition("/")
    return (int(high, 16) << 32) + int(low, 16)


def number_at(text: str) -> int:
    """Return the number of the segment that holds a position."""
    return position(text) >> 24


def name(timeline: int, at: int) -> str:
    """Return the name of the segment that holds a position."""
    return f"{timeline:08X}{at >> 32:08X}{(at & 0xFFFFFFFF) >> 24:08X}"


def number(name: str) -> int:
    """Return the position of a 16 MB segment in the log, regardless of its timeline."""
    return int(name[8:16], 16) * 256 + int(name[16:24], 16)


def stored(target: Store, system: str) -> tuple[list[Segment], list[Segment]]:
    """Return the segments of a cluster in log order, and its timeline histories. A partial segment counts until the
    complete one is stored."""
    segments: dict[tuple[str, bool], Segment] = {}
    histories = []
    for entry in target.entries(f"{FOLDER}/{system}"):
        name, _, sha256 = entry.name.rpartition("/")[2].rpartition(".")
        if not name or name == NEWEST.partition(".")[0] or entry.name.endswith(FORK):
            continue
        partial = name.endswith(PARTIAL)
        base = name.removesuffix(PARTIAL)
        segment = Segment(base, sha256, entry.size, partial, entry.name)
        if is_segment(base):
            segments[base, partial] = segment
        else:
            histories.append(segment)
    whole = [one for (base, partial), one in segments.items() if not partial or (base, False) not in segments]
    return sorted(whole, key=lambda one: (one.number, one.timeline)), histories


@dataclass(frozen=True)
class Fork:
    """A restore to an earlier time: the timeline it started, the time it went back to, and the time by which the new
    timeline existed. Changes committed between the two belong to no later state."""

    timeline: int
    left: datetime
    begun: datetime


def fork_of(name: str, history: str, now: datetime) -> Fork | None:
    """Return the fork that started a newly arrived timeline, from PostgreSQL's history file; None if the restore went
    to the end."""
    last = [line for line in history.splitlines() if line.strip() and not line.startswith("#")][-1:]
    match = _LEFT.search(last[0]) if last else None
    return Fork(int(name[:8], 16), datetime.fromisoformat(f"{match[1]}:00"), now) if match else None


def write_fork(target: Store, system: str, fork: Fork) -> None:
    """Write a note of the fork to the target."""
    text = json.dumps({"left": fork.left.isoformat(), "begun": fork.begun.isoformat()})
    target.write(f"{FOLDER}/{system}/{fork.timeline:08X}{FORK}", text.encode())


def forks(target: Store, system: str) -> list[Fork]:
    """Return the forks of a cluster."""
    forks = []
    for entry in target.entries(f"{FOLDER}/{system}"):
        if entry.name.endswith(FORK):
            note = json.loads(target.read(entry.name))
            moments = (datetime.fromisoformat(note[name]) for name in ("left", "begun"))
            forks.append(Fork(int(entry.name.rpartition("/")[2][:8], 16), *moments))
    return forks


def before(target: Store, oldest: Manifest) -> list[str]:
    """Return the paths of segments that no backup from `oldest` on needs."""
    segments, _ = stored(target, oldest.system)
    first = number(oldest.first_wal)
    return [one.path for one in segments if one.number < first]


def reach(backup: Manifest, known: Sequence[Segment]) -> int:
    """Return the number of the last segment that follows a backup without a gap; `known` is in log order."""
    last = number(backup.last_wal) if backup.last_wal else None
    for one in known:
        if last is None or one.number <= last + 1:
            last = max(last or 0, one.number)
        else:
            break
    return last if last is not None else number(backup.first_wal)
