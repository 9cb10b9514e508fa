"""Notices about library documents."""

from __future__ import annotations

from collections.abc import Collection

from files.events import NOTIFICATION_RAISED
from kit.database import Tx
from kit.policy import Row


def tell(tx: Tx, row: Row, kind: str, title: str, text: str, users: Collection[int]) -> None:
    """Raise a notice to `users` about the document `row`, which opens it in its folder."""
    target = f"/library/{row['entity_id']}?file={row['id']}"
    notice = {"kind": kind, "title": title, "text": text, "target": target, "userIds": sorted(users)}
    tx.publish(NOTIFICATION_RAISED, row["id"], notice)
