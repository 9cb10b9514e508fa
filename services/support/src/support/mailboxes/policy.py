"""Rights on mailboxes and their mail: tech support sets them up, each team reads its own mail."""

from __future__ import annotations

from kit.policy import Scope, has_role, sys_admin
from support import teams
from support.mailboxes.model import mail_in

keeps = has_role("techSupport")
reads = teams.support_staff
ALL = Scope(everything=reads)
MAILS = Scope(everything=sys_admin, roles={group: teams.of_group(mail_in.c.type, group) for group in teams.GROUPS})
