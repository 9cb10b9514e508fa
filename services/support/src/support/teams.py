"""Support teams and priorities (`money.md 9`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import has_role
from kit.values import options

TYPES = options(
    ("academicOffice", "Academic office"),
    ("techSupport", "Tech support"),
    ("tutorSupport", "Tutor support"),
    ("error", "Error"),
)
GROUP_OF = {
    "academicOffice": "academicOffice",
    "techSupport": "techSupport",
    "tutorSupport": "tutorSupport",
    "error": "techSupport",
}
"""The support group (a role) for each type of ticket; faults go to tech support."""
GROUPS = tuple(dict.fromkeys(GROUP_OF.values()))
TEAMS = tuple(option for option in TYPES if option.value in GROUPS)
"""The teams with people of their own."""
NORMAL = 3
PRIORITIES = options((1, "Urgent", "red"), (2, "High", "orange"), (NORMAL, "Normal", "blue"), (4, "Low", "grey"))
support_staff = has_role(*GROUPS)
"""Support staff of any team: they edit canned answers, service levels and working hours."""


def of_group(column: sa.ColumnElement[str], group: str) -> sa.ColumnElement[bool]:
    """Return the condition that the support group works on a type of ticket."""
    return sa.or_(*(column == name for name, works in GROUP_OF.items() if works == group))
