"""The shape of a table, and the derivation of its address from its title."""

from __future__ import annotations

import re
import unicodedata

from identity.roles.rules import CLIENT_APP, ROLES
from kit.values import Option

ROLE_CHOICES = tuple(Option(role.id, role.title, role.color) for role in ROLES if role.id not in CLIENT_APP)
"""Roles with which a table can be shared: those of the back office."""
SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"
LONGEST_SLUG = 60
LIST_PATH = r"/[A-Za-z0-9/_?&=%.,+~-]{1,180}"
"""The path of a list's calls, with the filters that its screen sets: `/students`, `/locations?type=room`."""
BAD_LIST = "Please name a list by the path of its calls, such as /students"


def slug_of(title: str) -> str:
    """Return the address of a table with this title: `Fees due: Oxford` is `fees-due-oxford`."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_SLUG - 4].strip("-") or "table"
