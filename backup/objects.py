"""Objects of the installation: each is written once under a unique key, so each is copied once.

An object is `objects/<key>.<SHA-256 as stored>`, so a listing of the target shows what is stored and how to verify it.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from backup.failures import DATA, Failure
from backup.sealing import seal, unseal
from backup.settings import Identity, Recipient
from backup.store import Store

FOLDER = "objects"
INDEX = "objects.txt"
"""The piece of a backup that lists its objects."""
_DRAFTS = "drafts/"
_IN_MEMORY = 8 << 20


@dataclass(frozen=True)
class Stored:
    """An object in the target."""

    key: str
    sha256: str
    size: int

    @property
    def name(self) -> str:
        return f"{FOLDER}/{self.key}.{self.sha256}"


def stored(target: Store) -> dict[str, Stored]:
    """Return the objects in the target by key."""
    stored = {}
    for entry in target.entries(FOLDER):
        key, _, sha256 = entry.name.removeprefix(f"{FOLDER}/").rpartition(".")
        stored[key] = Stored(key, sha256, entry.size)
    return stored


class Copier:
    """Copies new objects of `storage_url` to the target; the target is listed once."""

    def __init__(self, target: Store, storage_url: str, recipients: Sequence[Recipient]) -> None:
        self.target = target
        self.source = Store(storage_url) if storage_url else None
        self.recipients = recipients
        self.known: dict[str, Stored] | None = None

    def copy(self) -> int:
        """Copy new objects; returns the bytes stored. Raises Failure."""
        if self.source is None:
            return 0
        if self.known is None:
            self.known = stored(self.target)
        copied = 0
        for entry in self.source.entries():
            if entry.name not in self.known and not entry.name.startswith(_DRAFTS):
                copied += self._copy(entry.name)
        return copied

    def keys(self) -> list[str]:
        """Return the keys of the existing objects, all of which have been copied."""
        present = self.source.entries() if self.source else []
        return [entry.name for entry in present if entry.name in (self.known or {})]

    def _copy(self, key: str) -> int:
        assert self.source is not None
        assert self.known is not None
        with tempfile.SpooledTemporaryFile(_IN_MEMORY) as draft:
            try:
                with self.source.reading(key) as source:
                    sealed = seal(source, draft, self.recipients)
            except FileNotFoundError:  # removed in the meantime
                return 0
            draft.seek(0)
            one = Stored(key, sealed.sha256, sealed.size)
            with self.target.writing(one.name) as sink:
                while chunk := draft.read(1 << 20):
                    sink.write(chunk)
        self.known[key] = one
        return sealed.size


def restore(
    target: Store,
    wanted: Sequence[str],
    into: Store,
    identities: Sequence[Identity],
    progress: Callable[[str], None],
    *,
    accept_missing: bool,
) -> list[str]:
    """Write the wanted objects into a store; returns the keys that the target does not hold.

    Raises:
        Failure: some are missing and `accept_missing` is not set; nothing was written.
    """
    known = stored(target)
    missing = [key for key in wanted if key not in known]
    if missing and not accept_missing:
        named = ", ".join(missing[:5]) + (", ..." if len(missing) > 5 else "")
        lost = f"{len(missing)} of {len(wanted)} objects ({named})"
        raise Failure(DATA, f"The backup lacks {lost}: --accept-missing continues without them.")
    for number, key in enumerate(wanted, 1):
        if key in known:
            with target.reading(known[key].name) as source, into.writing(key) as sink:
                unseal(source, sink, identities, known[key].name)
        if number % 1000 == 0:
            progress(f"{number} of {len(wanted)} objects")
    return missing


def index(keys: Sequence[str]) -> io.BytesIO:
    """Return the index of a backup; its name does not reveal its content."""
    return io.BytesIO("".join(f"{key}\n" for key in keys).encode())
