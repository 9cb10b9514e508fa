"""Notices about forms: a request, an entry to review, a returned entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kit.database import Tx
from people.events import NOTIFICATION_RAISED

ASKED, ENTRY = "formAsked", "formEntry"


def screen(generation: int, entry: int | None = None, form: int | None = None) -> str:
    """Return the address of an entry, of a form to fill in, or of the forms of a person."""
    if entry is not None:
        return f"/form/entry/{entry}" if generation == 1 else f"/formv2/entry/{entry}"
    if form is not None:
        return f"/form/{form}" if generation == 1 else f"/formv2/{form}"
    return "/forms" if generation == 1 else "/formsv2"


def tell(
    tx: Tx,
    key: int,
    kind: str,
    title: str,
    text: str,
    target: str,
    *,
    persons: Iterable[tuple[str, int]] = (),
    users: Sequence[int] = (),
    roles: Sequence[str] = (),
) -> None:
    """Raise one notice, unless it has no readers."""
    receivers: Mapping[str, Any] = {
        "persons": [{"kind": of_kind, "id": number} for of_kind, number in persons],
        "userIds": list(users),
        "roleIds": list(roles),
    }
    if any(receivers.values()):
        notice = {"kind": kind, "title": title, "text": text, "target": target, **receivers}
        tx.publish(NOTIFICATION_RAISED, key, notice)
