"""The list of users, styled by role (`platform.md 3, 6`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.organisation.model import department
from identity.roles.rules import CHOICES, NO_ROLE_COLOR, PERSON_KINDS, ROLES
from identity.users import policy
from identity.users.fields import STATUSES, USER
from kit.lists import Column, Filter, ListSpec
from kit.policy import staff

_c = user_account.c
_color: sa.ColumnElement[str] = sa.case(
    *((_c.role_ids.contains([role.id]), sa.literal(role.color)) for role in ROLES), else_=NO_ROLE_COLOR
)


def _holds(values: Any) -> sa.ColumnElement[bool]:
    held: sa.ColumnElement[bool] = _c.role_ids.overlap(values)
    return held


USERS = ListSpec(
    name="users",
    path="/users",
    title="Users",
    source=user_account.outerjoin(department, _c.primary_department_id == department.c.id),
    key=_c.id,
    scope=policy.visible,
    may=staff,
    default_sort="lastName,firstName",
    target="/users/{id}",
    search=_c.search,
    edit=USER,
    filters=(
        Filter(name="status", expression=_c.status, options=STATUSES, hidden=True),
        Filter(name="role", expression=_c.role_ids, options=CHOICES, condition=_holds),
        Filter(
            name="primaryDepartmentId", expression=_c.primary_department_id, title="Department",
            options_from="/departments",
        ),
        Filter(name="isPT", expression=_c.is_pt, title="Personal tutor (PT)", kind="boolean"),
        Filter(name="id", expression=_c.id, hidden=True),
    ),
    columns=(
        Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
        Column(name="lastName", expression=_c.last_name, sortable=True, width=150),
        Column(name="firstName", expression=_c.first_name, sortable=True, width=130, compact=False),
        Column(name="name", expression=_c.name, sortable=True, hidden=True),
        Column(name="username", expression=_c.username, sortable=True, width=140, compact=False),
        Column(name="roles", expression=_c.role_ids, type="tags", options=CHOICES, width=240),
        Column(name="status", expression=_c.status, type="select", options=STATUSES, width=90),
        Column(name="isPT", expression=_c.is_pt, title="PT", type="boolean", width=60),
        Column(name="primaryDepartment", expression=department.c.title, title="Department", width=120, compact=False),
        Column(name="primaryDepartmentId", expression=_c.primary_department_id, type="integer", hidden=True),
        Column(name="email", expression=_c.email, type="email", width=220, compact=False),
        Column(
            name="lastSignIn", expression=_c.last_sign_in, type="datetime", sortable=True, width=140, compact=False,
            sort=sa.func.coalesce(_c.last_sign_in, sa.text("'1970-01-01 00:00:00+00'::timestamp with time zone")),
        ),
        Column(name="color", expression=_color, title="Colour", hidden=True),
        *(
            Column(
                name=f"{kind}Id", expression=_c[f"{kind}_id"], title=f"{kind.capitalize()} id", type="integer",
                hidden=True,
            )
            for kind in PERSON_KINDS
        ),
    ),
)  # fmt: skip
