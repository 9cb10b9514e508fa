"""Attributes of a user account."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.roles.rules import PERSON_KINDS, RoleIds
from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.policy import Row
from kit.values import Boolean, DateTime, Email, Integer, Reference, Select, Text, options

STATUSES = options(("active", "Active", "green"), ("inactive", "Inactive", "grey"))
_FULL_NAME = sa.Computed("btrim(first_name || ' ' || last_name)", persisted=True)
_LAST_SIGN_IN = sa.Column("last_sign_in", sa.DateTime(timezone=True))


USER = Attributes(
    Attribute(
        name="username",
        section="details",
        default=None,
        type=Text(
            required=True,
            min_length=3,
            max_length=60,
            pattern="[A-Za-z0-9][A-Za-z0-9._@-]*",
            refusal="Please use letters, digits and . _ @ - only",
        ),
        at="username",
        listed=InList(sortable=True, width=140, compact=False),
        event="username",
    ),
    Attribute(
        name="firstName",
        type=Text(max_length=80),
        section="details",
        at="firstName",
        listed=InList(sortable=True, hidden=True, width=130, compact=False),
        event="firstName",
    ),
    Attribute(
        name="lastName",
        type=Text(required=True, max_length=80),
        section="details",
        default=None,
        at="lastName",
        listed=InList(sortable=True, hidden=True, width=150),
        event="lastName",
    ),
    Attribute(
        name="email",
        type=Email(required=True),
        section="details",
        help="The address to which links to set a password are sent",
        at="email",
        listed=InList(width=220, compact=False),
        event="email",
    ),
    Attribute(
        name="status",
        type=Select(choices=STATUSES, required=True),
        section="details",
        default="active",
        listed=InList(width=90),
        filtered=AsFilter(hidden=True),
        event="status",
    ),
    Attribute(
        name="primaryDepartmentId",
        type=Reference(source="/departments"),
        title="Primary department",
        section="details",
        links="department.id",
        indexed=True,
        listed=InList(title="Primary department ID", hidden=True),
        filtered=AsFilter(title="Department"),
        event="primaryDepartmentId",
    ),
    Attribute(
        name="isPT",
        type=Boolean(),
        title="Personal tutor (PT)",
        section="details",
        at="isPT",
        listed=InList(title="PT", width=60),
        filtered=AsFilter(title="Personal tutor (PT)"),
    ),
    Attribute(
        name="roleIds",
        type=RoleIds(),
        title="Roles",
        section="roles",
        at="roleIds",
        event="roleIds",
        help="People who gain or lose a role must sign in again",
    ),
    *(
        Attribute(
            name=f"{kind}Id",
            type=Integer(),
            title=kind.capitalize(),
            section="persons",
            read_only=True,
            at=f"{kind}Id",
            listed=InList(title=f"{kind.capitalize()} id", hidden=True),
            event=f"{kind}Id",
        )
        for kind in PERSON_KINDS
    ),
    *(
        Attribute(
            name=f"avatarOffset{axis.upper()}",
            type=Integer(minimum=0, maximum=100, required=True),
            title=title,
            section="picture",
            help="Percent; 50 is the middle",
            at=f"avatarOffset.{axis}",
            column=sa.Column(f"avatar_offset_{axis}", sa.Integer, nullable=False, server_default="50"),
        )
        for axis, title in (("x", "Picture, left to right"), ("y", "Picture, top to bottom"))
    ),
    Attribute(
        name="organisationId",
        type=Integer(),
        links="organisation.id",
        indexed=True,
        at="organisationId",
        event="organisationId",
    ),
    Attribute(
        name="name",
        type=Text(),
        column=sa.Column("name", sa.Text, _FULL_NAME, nullable=False),
        at="name",
        listed=InList(sortable=True, width=180),
    ),
    Attribute(
        name="lastSignIn",
        type=DateTime(),
        column=_LAST_SIGN_IN,
        listed=InList(
            sortable=True,
            width=140,
            compact=False,
            sort=sa.func.coalesce(_LAST_SIGN_IN, sa.text("'1970-01-01 00:00:00+00'::timestamp with time zone")),
        ),
    ),
)
"""Return the persons of a user by id (`staffId`, `tutorId`, ...), and the organisation of the user's primary
department."""


def user_payload(row: Row) -> dict[str, Any]:
    """Return UserChanged of a user's present state. The name is built here, because the row may still have the name
    from before the change."""
    return {**USER.payload(row), "name": f"{row['first_name']} {row['last_name']}".strip(), "deleted": False}
