"""Rights on sessions: everybody sees their own, sysAdmin all."""

from __future__ import annotations

from identity.accounts.model import session
from kit.policy import sys_admin
from kit.sql import Scope, me

visible = Scope(everything=sys_admin, own={"user": session.c.user_id == me("user")})
