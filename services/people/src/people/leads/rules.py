"""Options of enquiries."""

from __future__ import annotations

from kit.values import Option, options
from people.persons.catalogue import STUDENT_TYPES

STATUSES = options(
    ("new", "New", "blue"), ("called", "Called", "amber"), ("incontact", "In contact", "amber"),
    ("interested", "Interested", "amber"), ("inprogress", "In progress", "amber"), ("completed", "Completed", "green"),
    ("noResponse", "No response", "grey"), ("declined", "Declined", "red"), ("failed", "Failed", "red"),
)  # fmt: skip
"""Lead statuses (`platform.md 4`). The spec names no transitions, so any status may follow any other."""
TYPES = (*STUDENT_TYPES, Option("exams", "Exams"), Option("other", "Other"))
"""The types of an enquiry: those of the invoice lines that bill it (`money.md 3`)."""
KINDS = options(("student", "Student"), ("candidate", "Candidate"), ("client", "Client"), ("enquiry", "Not on record"))
