"""WAL in the target: `wal/<system>/<segment>.<SHA-256>`, the growing one as `<segment>.partial.<SHA-256>`."""

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
"""End of the name of a note on a timeline: what a restore left (`fork_of`)."""
_LEFT = re.compile(r"(?:before|after) (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d)")
PARTIAL = ".partial"
_HEX = set("0123456789ABCDEF")


@dataclass(frozen=True)
class Segment:
    """A file of WAL in the target. `base` is PostgreSQL's name of it."""

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
    """Whether a file is a complete segment."""
    return len(name) == 24 and set(name) <= _HEX


def position(text: str) -> int:
    """A position in the log, which PostgreSQL writes as `high/low`."""
    high, _, low = text.partition("/")
    return (int(high, 16) << 32) + int(low, 16)


def number_at(text: str) -> int:
    """The number of the segment in which a position lies."""
    return position(text) >> 24


def name(timeline: int, at: int) -> str:
    """The segment in which a position lies."""
    return f"{timeline:08X}{at >> 32:08X}{(at & 0xFFFFFFFF) >> 24:08X}"


def number(name: str) -> int:
    """The place of a segment of 16 MB in the log, whatever its timeline."""
    return int(name[8:16], 16) * 256 + int(name[16:24], 16)


def stored(target: Store, system: str) -> tuple[list[Segment], list[Segment]]:
    """Segments of a cluster in the order of the log, and its histories of timelines. A partial one counts while its
    whole is not there."""
    found: dict[tuple[str, bool], Segment] = {}
    histories = []
    for entry in target.entries(f"{FOLDER}/{system}"):
        name, _, sha256 = entry.name.rpartition("/")[2].rpartition(".")
        if not name or name == NEWEST.partition(".")[0] or entry.name.endswith(FORK):
            continue
        partial = name.endswith(PARTIAL)
        base = name.removesuffix(PARTIAL)
        segment = Segment(base, sha256, entry.size, partial, entry.name)
        if is_segment(base):
            found[base, partial] = segment
        else:
            histories.append(segment)
    whole = [one for (base, partial), one in found.items() if not partial or (base, False) not in found]
    return sorted(whole, key=lambda one: (one.number, one.timeline)), histories


@dataclass(frozen=True)
class Fork:
    """A restore to an earlier moment: the timeline that it began, the moment it went back to, and that by which the new
    timeline was there. What was committed between the two is of no later state."""

    timeline: int
    left: datetime
    begun: datetime


def fork_of(name: str, history: str, now: datetime) -> Fork | None:
    """The fork of a timeline that has just arrived, by PostgreSQL's history of it; None where it went to the end."""
    last = [line for line in history.splitlines() if line.strip() and not line.startswith("#")][-1:]
    found = _LEFT.search(last[0]) if last else None
    return Fork(int(name[:8], 16), datetime.fromisoformat(f"{found[1]}:00"), now) if found else None


def write_fork(target: Store, system: str, fork: Fork) -> None:
    """Note a fork in the target."""
    text = json.dumps({"left": fork.left.isoformat(), "begun": fork.begun.isoformat()})
    target.write(f"{FOLDER}/{system}/{fork.timeline:08X}{FORK}", text.encode())


def forks(target: Store, system: str) -> list[Fork]:
    """The forks of a cluster."""
    found = []
    for entry in target.entries(f"{FOLDER}/{system}"):
        if entry.name.endswith(FORK):
            told = json.loads(target.read(entry.name))
            moments = (datetime.fromisoformat(told[name]) for name in ("left", "begun"))
            found.append(Fork(int(entry.name.rpartition("/")[2][:8], 16), *moments))
    return found


def before(target: Store, oldest: Manifest) -> list[str]:
    """Paths of segments that no backup from `oldest` on needs."""
    segments, _ = stored(target, oldest.system)
    first = number(oldest.first_wal)
    return [one.path for one in segments if one.number < first]


def reach(backup: Manifest, known: Sequence[Segment]) -> int:
    """The number of the last segment that follows a backup without a hole; `known` are in the order of the log."""
    last = number(backup.last_wal) if backup.last_wal else None
    for one in known:
        if last is None or one.number <= last + 1:
            last = max(last or 0, one.number)
        else:
            break
    return last if last is not None else number(backup.first_wal)
