"""Notices to people who have a document to sign."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from files.documents.notices import tell
from kit.database import Tx
from kit.policy import Row
from kit.values.days import today
from kit.values.shown import shown

KIND = "signing"
SCREEN = "/library?show=sign"


def asked(tx: Tx, row: Row, users: Collection[int], due: dt.date, note: str) -> None:
    """Tell people that they are asked to sign a document."""
    text = f"{tx.actor.name} asks you to read and sign it by {shown(due)}." + (f" {note}" if note else "")
    tell(tx, row, KIND, f"Please sign: {row['name']}", text, users)


def again(tx: Tx, row: Row, number: int, users: Collection[int], due: dt.date) -> None:
    """Tell people that a document has a new version for them to sign."""
    text = f"Version {number} replaces the one that you know. Read and sign it by {shown(due)}."
    tell(tx, row, KIND, f"Please sign the new version: {row['name']}", text, users)


def remind(tx: Tx, row: Row, users: Collection[int], due: dt.date) -> None:
    """Remind people of a document that they have not signed."""
    verb = "was due" if due < today() else "is due"
    tell(tx, row, KIND, f"Not signed yet: {row['name']}", f"Your signature {verb} on {shown(due)}.", users)
