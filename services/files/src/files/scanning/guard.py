"""The only access to the bytes of files: nobody reads those that wait for the scanner or have a finding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from files.events import NOTIFICATION_RAISED
from files.scanning import clamd
from files.scanning.attributes import FOUND, WAITING
from files.scanning.model import CLOSED, quarantine
from files.storage import CHUNK, check_room, storage
from kit.database import Tx, database
from kit.errors import Refused
from kit.telemetry import log

_log = log.get(__name__)
_q = quarantine.c
NOT_SCANNED = "This file has not been checked for viruses yet. Try again in a few minutes."


class Quarantined(Refused):
    """A file that nobody may read until the scanner has checked it, or a system administrator has released it."""

    status, code = 423, "file_quarantined"


@dataclass(frozen=True)
class Doubt:
    """Return why an object must not be read: nobody could scan it, or the scanner has a `finding`."""

    state: str
    finding: str = ""


def doubt_of(path: Path) -> Doubt | None:
    """Scan a draft; None if it is clean, or if this installation has no scanner."""
    scanner = clamd.scanner()
    if scanner is None:
        return None
    try:
        with path.open("rb") as source:
            finding = scanner.finding(iter(lambda: source.read(CHUNK), b""))
    except clamd.Unreachable as error:
        _log.warning("scanner_unreachable", error=str(error))
        return Doubt(WAITING)
    return Doubt(FOUND, finding) if finding else None


def keep(tx: Tx, file_id: int, key: str, name: str, doubt: Doubt | None) -> None:
    """Put the new object of the file `name` into quarantine if there is a doubt about it."""
    if doubt is not None:
        row = {"file_id": file_id, "object_key": key, "state": doubt.state, "finding": doubt.finding}
        tx.insert(quarantine, row)
        if doubt.state == FOUND:
            tell(tx, file_id, name, tx.actor.user_id, doubt.finding)


def tell(tx: Tx, file_id: int, name: str, uploader_id: int, finding: str) -> None:
    """Notify the uploader of a file and the system administrators of the finding."""
    notice = {
        "kind": "quarantine",
        "title": f"{name} is in quarantine",
        "text": f"The virus scanner says: {finding}",
        "target": f"/file/{file_id}",
        "userIds": [uploader_id],
        "roleIds": ["sysAdmin"],
    }
    tx.publish(NOTIFICATION_RAISED, file_id, notice)


def check(key: str) -> None:
    """Raise Quarantined if the object must not be read."""
    row = database().one(sa.select(_q.state, _q.finding).where(_q.object_key == key, _q.state.in_(CLOSED)))
    if row is None:
        return
    if row["state"] == WAITING:
        raise Quarantined(NOT_SCANNED, title="Not checked yet")
    text = f"The virus scanner found {row['finding']} in this file. A system administrator can release it."
    if row["finding"] == clamd.TOO_LARGE:
        text = "This file is too large for the virus scanner. A system administrator can release it."
    raise Quarantined(text, title="In quarantine")


def read(key: str, start: int, end: int, chunk: int = CHUNK) -> Iterator[bytes]:
    """Return bytes `start` to `end` (exclusive) of an object that is safe to read. Raises Quarantined, NotFound,
    Unavailable."""
    check(key)
    return storage().read(key, start, end, chunk)


def copy(key: str, size: int, target: Path) -> None:
    """Copy an object of `size` bytes that is safe to read into a file. Raises Quarantined, NotFound, OSError, and
    Unavailable also if the disk is full."""
    try:
        with target.open("wb") as file:
            file.writelines(read(key, 0, size))
    except OSError as error:
        check_room(error)
        raise
