"""The list of sessions: users see their own, sysAdmin sees all."""

from __future__ import annotations

import sqlalchemy as sa

from identity.accounts.model import session, user_account
from identity.sessions.policy import visible
from kit.lists import Column, Filter, ListSpec
from kit.policy import signed_in
from kit.values import options

_c = session.c
_real = user_account.alias("real_user")
_STATES = options(("active", "Active", "green"), ("expired", "Expired", "grey"), ("ended", "Ended", "grey"))
_APPS = options(("staff", "Staff"), ("client", "Client"))
_state = sa.case((_c.ended.isnot(None), "ended"), (_c.expires <= sa.func.now(), "expired"), else_="active")

SESSIONS = ListSpec(
    name="sessions",
    path="/auth/sessions",
    title="Sessions",
    source=session.join(user_account, _c.user_id == user_account.c.id).outerjoin(_real, _c.real_user_id == _real.c.id),
    key=_c.id,
    scope=visible,
    may=signed_in,
    default_sort="-started",
    legacy=False,
    filters=(
        Filter(name="state", expression=_state, options=_STATES),
        Filter(name="app", expression=_c.app, options=_APPS),
        Filter(name="userId", expression=_c.user_id, title="User", hidden=True, column="userName"),
    ),
    columns=(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        Column(name="userName", expression=user_account.c.name, title="User", width=170),
        Column(name="userId", expression=_c.user_id, title="User id", type="integer", hidden=True),
        Column(name="app", expression=_c.app, type="select", options=_APPS, width=80),
        Column(name="started", expression=_c.started, type="datetime", sortable=True, width=130),
        Column(name="expires", expression=_c.expires, type="datetime", width=130),
        Column(name="state", expression=_state, type="select", options=_STATES, width=90),
        Column(name="ended", expression=_c.ended, type="datetime", width=130),
        Column(name="endReason", expression=_c.end_reason, title="Why", width=180),
        Column(name="impersonatedBy", expression=_real.c.name, title="Impersonated by", width=150),
        Column(name="address", expression=_c.address, width=110),
        Column(name="userAgent", expression=_c.user_agent, title="Browser", width=240),
    ),
)
