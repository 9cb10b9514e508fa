"""Notices about applications to the academic office."""

from __future__ import annotations

from collections.abc import Sequence

from kit.database import Tx
from kit.policy import Row
from people.events import NOTIFICATION_RAISED

KIND = "application"


def tell(tx: Tx, application_id: int, title: str, text: str, tab: str = "") -> None:
    """Raise a notice to the academic office."""
    target = f"/applications/tutors/{application_id}{tab}"
    notice = {"kind": KIND, "title": title, "text": text, "target": target, "roleIds": ["academicOffice"]}
    tx.publish(NOTIFICATION_RAISED, application_id, notice)


def referee_not_reached(tx: Tx, row: Row) -> None:
    """Raise a notice that the mail server refuses the address of a referee."""
    name = f"{row['first_name']} {row['last_name']}"
    tell(
        tx,
        row["application_id"],
        f"A referee of {name} cannot be reached by email",
        f"Correct the address of {row['name']}, then mail again.",
        "/references",
    )


def reference_received(tx: Tx, row: Row) -> None:
    """Raise a notice that a reference came in, without any of its content."""
    name = f"{row['first_name']} {row['last_name']}"
    tell(
        tx,
        row["application_id"],
        f"A reference for {name} was received",
        "Open the references to read it.",
        "/references",
    )


def invite(tx: Tx, application_id: int, users: Sequence[int]) -> None:
    """Raise a notice to new interviewers."""
    notice = {
        "kind": KIND,
        "title": "You are an interviewer",
        "text": "Give your scorecard after the interview.",
        "target": "/applications/scorecards",
        "userIds": list(users),
    }
    tx.publish(NOTIFICATION_RAISED, application_id, notice)
