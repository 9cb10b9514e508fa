"""Rights on mailboxes and their mail: tech support sets up, each team reads its own mail."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Scope, has_role, sys_admin
from support.mailboxes.model import mail_in

_TEAMS = {
    "academicOffice": ("academicOffice",),
    "techSupport": ("techSupport", "error"),
    "tutorSupport": ("tutorSupport",),
}
"""The types of ticket of each support group (`support.tickets.rules`)."""
keeps = has_role("techSupport")
reads = has_role(*_TEAMS)


def _of(types: tuple[str, ...]) -> sa.ColumnElement[bool]:
    return sa.or_(*(mail_in.c.type == name for name in types))


ALL = Scope(everything=reads)
MAILS = Scope(everything=sys_admin, roles={group: _of(types) for group, types in _TEAMS.items()})
