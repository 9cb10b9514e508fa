"""The form of a new version, `POST /file/{id}/update` or a resumable upload, and the resulting version."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from files.documents import rules
from files.documents.multipart import Received
from files.documents.queries import library_file
from files.folders import policy
from files.library import commands
from files.signing import commands as signing
from kit.database import Database, Tx
from kit.errors import Conflict, Invalid, refuse_fields
from kit.policy import Actor, Row
from kit.values import Boolean, Date, FieldType
from kit.values.bodies import parsed

MAX_NOTE = 200
_NOTE_LONG = f"Please use maximum {MAX_NOTE} characters"
_SIGNED_AGAIN: Mapping[str, FieldType] = {"signAgain": Boolean(), "signBy": Date()}


@dataclass(frozen=True)
class VersionForm:
    """The note of a version, and whether everybody who was asked before signs again, by the day `due`."""

    note: str
    again: bool
    due: dt.date | None


def form_of(texts: Mapping[str, str]) -> VersionForm:
    """Return the form of a version from its texts. Raises Invalid."""
    note = " ".join(texts.get("note", texts.get("description", "")).split())
    if len(note) > MAX_NOTE:
        raise Invalid(_NOTE_LONG, fields={"note": _NOTE_LONG})
    asked, refused = parsed(_SIGNED_AGAIN, texts)
    refuse_fields(refused)
    return VersionForm(note, bool(asked["signAgain"]), asked["signBy"])


def changed(db: Database, actor: Actor, file_id: int) -> Row:
    """Return the row of a file to which the actor may add a version. Raises NotFound, Forbidden, Conflict."""
    row = db.query(library_file, actor, file_id)
    policy.administers.require(actor, row)
    if row["locked"]:
        raise Conflict(rules.LOCKED_VERSION)
    return row


def add(tx: Tx, row: Row, received: Received, key: str, form: VersionForm) -> dict[str, Any]:
    """Make the received upload the latest version of the file `row`, and ask for signatures if the form says so."""
    added = commands.add_version(tx, row, received, key, form.note)
    if form.again:
        signing.again(tx, row, added["number"], form.due)
    return added
