"""Rights on dashboards: owners change their own, and share them with roles and people."""

from __future__ import annotations

import sqlalchemy as sa

from identity.dashboards.model import dashboard, dashboard_tile
from identity.personal.policy import keeps_as_staff
from identity.roles.rules import ROLES
from kit.policy import SYS_ADMIN, Scope, me, own, staff, sys_admin

_c = dashboard.c
_ROLES = tuple(role.id for role in ROLES if role.id not in {SYS_ADMIN, "user"})
read = staff
makes = staff
mails = keeps_as_staff
"""The readers to whom a dashboard is mailed, if they may open it."""
keeps_defaults = sys_admin
edits = sys_admin | own("user", "owner_id")
_MINE = sa.or_(_c.owner_id == me("user"), me("user") == sa.any_(_c.shared_with))
SCOPE = Scope(
    everything=sys_admin,
    own={"user": _MINE},
    roles={role: sa.literal(role) == sa.any_(_c.shared_roles) for role in _ROLES},
)
"""The dashboards that a person may open."""
_OWNED = sa.select(_c.id).where(_c.owner_id == me("user")).scalar_subquery()
TILES = Scope(everything=sys_admin, own={"user": dashboard_tile.c.dashboard_id.in_(_OWNED)})
"""The tiles that a person may change: those of their own dashboards."""
