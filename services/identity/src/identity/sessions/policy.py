"""Rights on sessions: users see their own, sysAdmin sees all."""

from __future__ import annotations

from identity.accounts.model import session
from kit.policy import Scope, me, sys_admin

visible = Scope(everything=sys_admin, own={"user": session.c.user_id == me("user")})
