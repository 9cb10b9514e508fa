"""Verification of a backup without its key: size and SHA-256 of every stored piece, object and segment."""

from __future__ import annotations

from backup import objects, segments
from backup.manifest import Manifest
from backup.sealing import digest
from backup.store import Store


def damages(target: Store, backup: Manifest) -> list[str]:
    """Return a line for each file that is missing or differs. Raises Failure if the target cannot be used."""
    expected = {backup.path(piece.name): (piece.size, piece.sha256) for piece in backup.pieces}
    damaged = []
    known = objects.stored(target)
    try:
        keys = target.read(backup.path(objects.INDEX)).decode(errors="replace").splitlines()
    except FileNotFoundError:
        keys = []
    for key in keys:
        if key not in known:
            damaged.append(f"object {key} is missing")
        else:
            expected[known[key].name] = (known[key].size, known[key].sha256)
    first = segments.number(backup.first_wal)
    for one in segments.stored(target, backup.system)[0]:
        if one.number >= first:
            expected[one.path] = (one.size, one.sha256)
    for name, wanted in expected.items():
        try:
            if digest(target, name) != wanted:
                damaged.append(f"{name} differs from what was written")
        except FileNotFoundError:
            damaged.append(f"{name} is missing")
    return damaged
