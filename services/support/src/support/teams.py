"""Support teams and priorities (`money.md 9`)."""

from __future__ import annotations

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
NORMAL = 3
PRIORITIES = options((1, "Urgent", "red"), (2, "High", "orange"), (NORMAL, "Normal", "blue"), (4, "Low", "grey"))
support_staff = has_role(*GROUPS)
"""Support staff of any team: they keep canned answers, service levels and working hours."""
