"""Tables: user accounts, their sessions with the refresh secrets, passwords, links to set one."""

from __future__ import annotations

import sqlalchemy as sa

from identity.accounts.attributes import USER
from identity.roles.rules import PERSON_KINDS
from identity.schema import metadata
from kit.database import tables
from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import record_columns

user_account = sa.Table(
    "user_account",
    metadata,
    *record_columns(),
    *USER.table_columns(),
    sa.Column("keycloak_id", sa.Text, unique=True),
    sa.Column(
        "terms_rejected",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="as a tutor (sessions/terms)",
    ),
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
    *(sa.Index(f"ix_user_account_{column}_id", column, "id") for column in ("first_name", "name", "username")),
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
separate table, so that no list and no record can contain one. `keycloak_id` is their account in the realm (`sub` of its
tokens), if Keycloak stores the passwords."""
search_index(user_account.c.search)

session = sa.Table(
    "session",
    metadata,
    *record_columns(),
    sa.Column("sid", sa.Text, nullable=False, unique=True),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("user_account.id"), nullable=False),
    sa.Column("real_user_id", sa.BigInteger, sa.ForeignKey("user_account.id")),
    sa.Column("parent_id", sa.BigInteger, sa.ForeignKey("session.id", ondelete="CASCADE")),
    sa.Column("app", sa.Text, nullable=False),
    sa.Column("started", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    sa.Column("ended", sa.DateTime(timezone=True)),
    sa.Column("end_reason", sa.Text, nullable=False, server_default=""),
    sa.Column("address", sa.Text, nullable=False, server_default=""),
    sa.Column("user_agent", sa.Text, nullable=False, server_default=""),
    sa.Column("keycloak_sid", sa.Text),
    sa.CheckConstraint("app in ('staff', 'client')", name="app"),
    sa.Index("ix_session_user_id_started_id", "user_id", "started", "id"),
    sa.Index("ix_session_started_id", "started", "id"),
    sa.Index("ix_session_real_user_id", "real_user_id", postgresql_where=sa.text("ended is null")),
    sa.Index("ix_session_parent_id", "parent_id", unique=True, postgresql_where=sa.text("ended is null")),
    sa.Index("ix_session_keycloak_sid", "keycloak_sid", postgresql_where=sa.text("ended is null")),
)
"""A session lasts 240 minutes from sign-in (`platform.md 9`). An impersonation is a separate session of the
impersonated user, with the real user and their own session as its parent. It has no refresh secret: the parent's cookie
keeps it alive, and either can end without leaving the other's tokens valid. `keycloak_sid` is the session of the realm
from which it began (`sid` of its token): the two end together."""

refresh_secret = sa.Table(
    "refresh_secret",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("session_id", sa.BigInteger, sa.ForeignKey("session.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("issued", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("used", sa.DateTime(timezone=True)),
    sa.Column("salt", sa.LargeBinary),
    sa.Column("used_by", sa.Text, nullable=False, server_default=""),
)
"""SHA-256 of each secret that a session was given. Secret and `salt` determine the successor (`rules.successor`), so a
secret has only one, however often it is presented. A used secret that comes back late, or from another browser
(`used_by`), counts as stolen: it ends the session."""

known_device = sa.Table(
    "known_device",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column("user_id", sa.BigInteger, sa.ForeignKey("user_account.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("used", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Index("ix_known_device_user_id", "user_id", "used"),
)
"""SHA-256 of the cookie of a browser in which somebody has signed in. Its failed attempts are counted separately, so
that guesses from elsewhere lock nobody out (OWASP, device cookies)."""

password = sa.Table(
    "password",
    metadata,
    sa.Column(
        "user_id",
        sa.BigInteger,
        sa.ForeignKey("user_account.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
)

password_link = sa.Table(
    "password_link",
    metadata,
    sa.Column("hash", sa.LargeBinary, primary_key=True),
    sa.Column(
        "user_id", sa.BigInteger, sa.ForeignKey("user_account.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
    sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
    sa.Column("used", sa.DateTime(timezone=True)),
)
"""SHA-256 of each link mailed to set a password; valid once, for 60 minutes."""
