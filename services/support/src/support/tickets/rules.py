"""Constants of tickets (`money.md 9`), the form of a new one (`money.md 5`) and its followers. Pure."""

from __future__ import annotations

import datetime as dt

from kit.policy import Row
from kit.values import FieldType, IdList, RecordId, Reference, RichText, Select, Text, options
from support import teams

CATEGORIES = options(
    ("general", "General"),
    ("allocation", "Allocation"),
    ("bug", "Bug"),
    ("featureRequest", "Feature request"),
    ("recommendation", "Recommendation"),
)
RATINGS = options(
    (5, "Very good", "green"), (4, "Good", "teal"), (3, "Fair", "blue"), (2, "Poor", "amber"), (1, "Very poor", "red")
)
STATES = options(
    ("submitted", "Submitted", "red"), ("inprogress", "In progress", "amber"), ("resolved", "Resolved", "green")
)

MISSED, RUNNING, PAUSED, KEPT = "missed", "running", "waiting", "kept"
LEVELS = options(
    (MISSED, "Missed", "red"), (RUNNING, "Running", "blue"), (PAUSED, "Waiting", "grey"), (KEPT, "Kept", "green")
)
"""The states of a ticket with regard to its service level."""
AGES = options(
    ("day", "Up to a day"),
    ("days", "1 to 3 days"),
    ("week", "3 to 7 days"),
    ("month", "7 to 30 days"),
    ("older", "More than 30 days"),
)
"""Ages of open tickets."""
ANSWERED_WITHIN = options(
    ("hour", "Up to an hour"),
    ("hours4", "1 to 4 hours"),
    ("hours8", "4 to 8 hours"),
    ("hours24", "8 to 24 hours"),
    ("longer", "More than 24 hours"),
)
"""Working time until the first answer."""
ALREADY_WAITS = "The ticket is already waiting for an answer"
NOT_WAITING = "The ticket does not wait for an answer"

RAISED = "Support ticket raised"
"""`money.md 8`."""
RESOLVED = "Messages cannot be added to a ticket that is resolved"
UNANSWERED = "Please answer the ticket before you resolve it"
NOTE_FILES = "An internal note takes no files: whoever reads the ticket may open its files"
NOT_FOR_OTHERS = "Only members of staff raise a ticket for somebody else"
NOT_ITSELF = "A ticket cannot be merged into itself"
FIRST_STAYS = "The first message is the question itself and stays on its ticket"
NOTE_STAYS = "An internal note stays on its ticket"
MOST_MERGED = 50
PLEASE_RATE = "Please open the ticket and rate the answer."
ONE_PER_SLIP = "There is already a support ticket about this slip"
MOST_FILES, MOST_INFORMED = 20, 50

TYPE = Select(choices=teams.TYPES)
RATING = Select(choices=RATINGS, required=True)
LONGEST_COMMENT = 500
RATING_COMMENT = Text(max_length=LONGEST_COMMENT, multiline=True)
STATE = Select(choices=STATES, required=True)
TITLE = Text(required=True, max_length=200)
MESSAGE = RichText(required=True, max_length=20_000)
_RECORD = RecordId()
FORM: dict[str, FieldType] = {
    "team": Select(choices=teams.TYPES, required=True),
    "title": TITLE,
    "priority": Select(choices=teams.PRIORITIES, required=True),
    "metaType": Select(choices=CATEGORIES, required=True),
    "message": MESSAGE,
    "primaryUser": Reference(source="/comments/people", required=True),
    "responsibleStaff": Reference(source="/v2/support/staff"),
    "infoUsers": IdList(source="/comments/people", most=MOST_INFORMED),
    "invoiceId": _RECORD,
    "slipId": _RECORD,
    "hwsId": _RECORD,
    "errorId": _RECORD,
}


def followers(row: Row) -> list[int]:
    """Return the ids of a ticket's followers: the primary user, the responsible user, the informed users. Each
    once, in order."""
    return list(dict.fromkeys(user for user in (row["user_id"], row["responsible_id"], *row["info_user_ids"]) if user))


def level(row: Row, now: dt.datetime) -> str | None:
    """Return the state of a ticket with regard to its service level at `now`, None without one (`lists.LEVEL` is the
    same in SQL)."""

    def late(done: dt.datetime | None, due: dt.datetime | None) -> bool:
        return due is not None and done is not None and done > due

    answered, resolved = row["first_answered"], row["resolved"]
    overdue = row["due"] is not None and row["due"] < now
    if overdue or late(answered, row["first_answer_due"]) or late(resolved, row["resolve_due"]):
        return MISSED
    if row["waiting_since"] is not None:
        return PAUSED
    if row["due"] is not None:
        return RUNNING
    return KEPT if resolved is not None and row["resolve_due"] is not None else None


def screen(ticket_id: int) -> str:
    """Return the address of a ticket's screen."""
    return f"/support/tickets/all?ticket={ticket_id}"


def merged_text(row: Row) -> str:
    """Return the refusal of a change to a merged ticket."""
    return f"Ticket {row['id']} was merged into #{row['merged_into_id']}: undo the merge first"
