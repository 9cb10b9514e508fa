"""Notices and their kinds. Users choose the channel of each kind."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """The content of a notice: `kind` is one word, usually of KINDS, `target` the screen it opens; `details` are
    further lines of its mail."""

    kind: str
    title: str
    text: str
    target: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kind:
    """A kind of notice: `name` marks its notices, `text` explains it in the settings. Nobody can turn off the bell of a
    kind that is `must`. `mail` is whether those who chose nothing get it by e-mail as well. The settings show it to
    those with one of the `roles`, to everybody where none are named."""

    name: str
    title: str
    text: str
    must: bool = False
    mail: bool = False
    roles: tuple[str, ...] = ()


_STAFF = ("staff",)
_OF_SLIPS = ("tutor", "invigilator", "student", "client")
KINDS = (
    Kind("event", "Calendar, bookings", "An event with you is booked, moved, or takes place after all", mail=True),
    Kind("eventCancelled", "Calendar, cancellations", "An event with you is cancelled, or takes place without you",
         must=True, mail=True),
    Kind("eventDay", "Calendar, a day before", "What is in your calendar, 24 hours before it begins", mail=True),
    Kind("eventHour", "Calendar, an hour before", "What is in your calendar, an hour before it begins", mail=True),
    Kind("slip", "Slips", "A slip can be read, or came back to its writer", roles=_OF_SLIPS),
    Kind("lateSlip", "Late slips", "A slip of yours is due or late; for the academic office, three days late",
         mail=True, roles=("tutor", "invigilator", "academicOffice")),
    Kind("report", "Term reports", "A report is asked for, can be read, or came back to its tutor",
         roles=("tutor", "student", "client")),
    Kind("lateReport", "Late term reports", "A report of yours is due or late; for the academic office, 8 days late",
         mail=True, roles=("tutor", "academicOffice")),
    Kind("collection", "Collections", "You hold a collection, or a collection report can be read",
         roles=("staff", "tutor", "student", "client")),
    Kind("homework", "Homework", "Homework is set, handed in or marked", roles=("tutor", "student")),
    Kind("journal", "Journal", "Somebody names you on a journal entry", roles=("staff", "tutor")),
    Kind("tuition", "Offers of tuition", "You are offered a course; for the academic office, a tutor declines one",
         mail=True, roles=("tutor", "academicOffice")),
    Kind("comment", "Comments", "Somebody mentions you in a comment", roles=_STAFF),
    Kind("ticket", "Support tickets", "A ticket that you raised, look after or follow is answered or changes"),
    Kind("email", "Emails", "Emails that you sent were not delivered", roles=_STAFF),
    Kind("error", "Error reports", "Somebody reports a fault, for those who look after faults", roles=_STAFF),
    Kind("reminder", "Reminders of invoices", "An invoice reaches its last reminder, for the accounts office",
         roles=_STAFF),
    Kind("bankDetails", "Bank details", "Bank details of a tutor change", must=True, roles=("staff", "tutor")),
)  # fmt: skip
BY_NAME = {kind.name: kind for kind in KINDS}
