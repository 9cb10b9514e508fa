"""The audit list, for sysAdmin."""

from __future__ import annotations

from identity.audit.model import audit
from identity.audit.rules import KINDS
from kit.lists import Column, Filter, ListSpec
from kit.policy import Scope, sys_admin

_c = audit.c

AUDIT = ListSpec(
    name="audit",
    path="/auth/audit",
    title="Audit",
    source=audit,
    key=_c.id,
    scope=Scope(everything=sys_admin),
    may=sys_admin,
    default_sort="-created",
    search=_c.search,
    legacy=False,
    filters=(
        Filter(name="kind", expression=_c.kind, title="What", options=KINDS),
        Filter(name="created", expression=_c.created, title="When", kind="range"),
        Filter(name="userId", expression=_c.user_id, title="User", hidden=True, column="userName"),
        Filter(name="actingUserId", expression=_c.acting_user_id, title="By", hidden=True, column="actingUserName"),
    ),
    columns=(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        Column(name="created", expression=_c.created, title="When", type="datetime", sortable=True, width=130),
        Column(name="kind", expression=_c.kind, title="What", type="select", options=KINDS, width=170),
        Column(name="userName", expression=_c.user_name, title="User", width=180),
        Column(name="userId", expression=_c.user_id, title="User id", type="integer", hidden=True),
        Column(name="actingUserName", expression=_c.acting_user_name, title="By", width=160),
        Column(name="actingUserId", expression=_c.acting_user_id, title="By user id", type="integer", hidden=True),
        Column(name="detail", expression=_c.detail, width=260),
        Column(name="address", expression=_c.address, width=120),
        Column(name="userAgent", expression=_c.user_agent, title="Browser", width=220),
        Column(name="requestId", expression=_c.request_id, title="Request", hidden=True),
    ),
)
