"""Notices and their kinds. Users choose the channel of each kind."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """The content of a notice: `kind` is one word, usually of KINDS, `target` the screen it opens."""

    kind: str
    title: str
    text: str
    target: str


@dataclass(frozen=True)
class Kind:
    """A kind of notice: `name` marks its notices, `text` explains it in the settings. Nobody can turn off the bell of a
    kind that is `must`."""

    name: str
    title: str
    text: str
    must: bool = False


KINDS = (
    Kind("comment", "Comments", "Somebody mentions you in a comment"),
    Kind("ticket", "Support tickets", "A ticket that you raised, look after or follow is answered or changes"),
    Kind("email", "Emails", "Emails that you sent were not delivered"),
    Kind("error", "Error reports", "Somebody reports a fault, for those who look after faults"),
    Kind("reminder", "Reminders of invoices", "An invoice reaches its last reminder, for the accounts office"),
    Kind("bankDetails", "Bank details", "Bank details of a tutor change", must=True),
)
BY_NAME = {kind.name: kind for kind in KINDS}
