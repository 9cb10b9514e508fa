"""The list of users, styled by role (`platform.md 3, 6`)."""

from __future__ import annotations

import sqlalchemy as sa

from identity.accounts import attributes
from identity.accounts.model import user_account
from identity.organisation.model import department
from identity.roles.rules import CHOICES, NO_ROLE_COLOR, ROLES
from identity.users.fields import USER
from kit.lists import Column, Filter, ListSpec
from kit.policy import staff

_c = user_account.c
_color: sa.ColumnElement[str] = sa.case(
    *((_c.role_ids.contains([role.id]), sa.literal(role.color)) for role in ROLES), else_=NO_ROLE_COLOR
)


USERS = ListSpec(
    name="users",
    title="Users",
    naming="name",
    source=user_account.outerjoin(department, _c.primary_department_id == department.c.id),
    may=staff,
    default_sort="lastName,firstName",
    target="/users/{id}",
    search=_c.search,
    edit=USER,
    filters=attributes.USER.filters(
        "status",
        Filter(name="role", expression=_c.role_ids, options=CHOICES, condition=_c.role_ids.overlap),
        *("primaryDepartmentId", "isPT"),
        Filter(name="id", expression=_c.id, hidden=True),
    ),
    columns=attributes.USER.columns(
        Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
        *("lastName", "firstName", "name", "username"),
        Column(name="roles", expression=_c.role_ids, type="tags", options=CHOICES, width=240),
        *("status", "isPT"),
        Column(name="primaryDepartment", expression=department.c.title, title="Department", width=120, compact=False),
        *("primaryDepartmentId", "email", "lastSignIn"),
        Column(name="color", expression=_color, title="Colour", hidden=True),
    ),
)
