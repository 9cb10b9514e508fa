"""Manifests: the description of a backup, written last. A folder without a manifest is not a backup."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime

from backup.failures import DATA, Failure
from backup.store import Store

FOLDER, NAME = "backups", "manifest.json"
FORMAT = 1


@dataclass(frozen=True)
class Piece:
    """A file of a backup: bytes and SHA-256 as stored, and bytes before compression."""

    name: str
    size: int
    sha256: str
    plain: int


@dataclass(frozen=True)
class Manifest:
    """One backup. `ended` is the point in time that it restores. `first_wal` and `last_wal` are the WAL segments in
    which it begins and ends; `last_wal` is unknown in older backups."""

    name: str
    started: datetime
    ended: datetime
    system: str
    timeline: int
    first_wal: str
    superuser: str
    objects: int
    pieces: tuple[Piece, ...] = field(default_factory=tuple)
    last_wal: str = ""
    format: int = FORMAT

    @property
    def size(self) -> int:
        """The bytes of its own pieces, as stored."""
        return sum(piece.size for piece in self.pieces)

    def path(self, piece: str = NAME) -> str:
        """Return the name of a piece in the store."""
        return f"{FOLDER}/{self.name}/{piece}"

    def write(self, store: Store) -> None:
        """Write the manifest, which completes the backup."""
        text = json.dumps(asdict(self), default=datetime.isoformat, indent=1)
        store.write(self.path(), text.encode())


def find_all(store: Store) -> list[Manifest]:
    """Return all backups, oldest first. Raises Failure."""
    names = [entry.name for entry in store.entries(FOLDER) if entry.name.endswith(f"/{NAME}")]
    return sorted((_parsed(name, store.read(name)) for name in names), key=lambda one: one.ended)


def at_least_one(store: Store) -> list[Manifest]:
    """Return all backups, oldest first. Raises Failure if there is none."""
    known = find_all(store)
    if not known:
        raise Failure(DATA, f"{store.url} holds no complete backup.")
    return known


def find(store: Store, name: str) -> Manifest:
    """Return the backup of this name, or the newest for `latest`. Raises Failure."""
    known = at_least_one(store)
    if name == "latest":
        return known[-1]
    for one in known:
        if one.name == name:
            return one
    raise Failure(DATA, f"There is no backup {name}: choose from {', '.join(each.name for each in known)}.")


def _parsed(name: str, text: bytes) -> Manifest:
    try:
        data = json.loads(text)
        if data.get("format", FORMAT) > FORMAT:
            raise Failure(DATA, f"{name} was made by a later release: restore it with that one.")
        data["pieces"] = tuple(Piece(**piece) for piece in data["pieces"])
        for moment in ("started", "ended"):
            data[moment] = datetime.fromisoformat(data[moment])
        # A later release may add fields. If an older release must not ignore them, it raises `format`.
        known = {one.name for one in fields(Manifest)}
        return Manifest(**{key: value for key, value in data.items() if key in known})
    except (ValueError, TypeError, KeyError) as error:
        raise Failure(DATA, f"{name} is damaged: {error}") from None
