"""Table: user accounts."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from identity.schema import metadata
from kit.constraints import constraint_text
from kit.searching import search_index
from kit.tables import record_columns

PERSON_KINDS = ("staff", "tutor", "student", "client", "candidate", "invigilator", "agent")

user_account = sa.Table(
    "user_account",
    metadata,
    *record_columns(),
    sa.Column("username", sa.Text, nullable=False),
    sa.Column("first_name", sa.Text, nullable=False, server_default=""),
    sa.Column("last_name", sa.Text, nullable=False),
    sa.Column("name", sa.Text, sa.Computed("btrim(first_name || ' ' || last_name)", persisted=True), nullable=False),
    sa.Column("email", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, server_default="active"),
    sa.Column("role_ids", ARRAY(sa.Text), nullable=False, server_default="{}"),
    sa.Column("is_pt", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("primary_department_id", sa.BigInteger, sa.ForeignKey("department.id"), index=True),
    sa.Column("organisation_id", sa.BigInteger, sa.ForeignKey("organisation.id"), index=True),
    *(sa.Column(f"{kind}_id", sa.BigInteger) for kind in PERSON_KINDS),
    sa.Column("avatar_offset_x", sa.Integer, nullable=False, server_default="50"),
    sa.Column("avatar_offset_y", sa.Integer, nullable=False, server_default="50"),
    sa.Column("last_sign_in", sa.DateTime(timezone=True)),
    sa.Column("keycloak_id", sa.Text, unique=True),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("first_name || ' ' || last_name || ' ' || username || ' ' || email", persisted=True),
        nullable=False,
    ),
    sa.CheckConstraint("status in ('active', 'inactive')", name="status"),
    sa.Index(
        constraint_text("uq_user_account_username", "This username is taken"), sa.text("lower(username)"), unique=True
    ),
    sa.Index("ix_user_account_last_name_first_name_id", "last_name", "first_name", "id"),
    sa.Index("ix_user_account_first_name_id", "first_name", "id"),
    sa.Index("ix_user_account_name_id", "name", "id"),
    sa.Index("ix_user_account_username_id", "username", "id"),
    sa.Index(
        "ix_user_account_last_sign_in_id",
        sa.text("coalesce(last_sign_in, '1970-01-01 00:00:00+00'::timestamp with time zone)"),
        "id",
    ),
    sa.Index("ix_user_account_email", sa.text("lower(email)")),
    sa.Index("ix_user_account_role_ids", "role_ids", postgresql_using="gin"),
    *(
        sa.Index(
            f"uq_user_account_{kind}_id", f"{kind}_id", unique=True, postgresql_where=sa.text(f"{kind}_id is not null")
        )
        for kind in PERSON_KINDS
    ),
    info={"nouns": ("user", "users")},
)
"""A user, active or inactive, with the ids of the persons they are (`staff_id`, `tutor_id`, ...). Passwords are in a
table of their own, so that no list and no record can carry one. `keycloak_id` is their account in the realm (`sub` of
its tokens), where Keycloak keeps the passwords."""
search_index(user_account.c.search)
