"""The tables of the first release. The number is that of the last migration before it: a database created by those has
these tables already."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0008"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


def upgrade() -> None:
    op.create_table(
        "academic_year",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("year", sa.Integer(), nullable=False),
        sa.Column("mt_start", sa.Date(), nullable=False),
        sa.Column("mt_end", sa.Date(), nullable=False),
        sa.Column("ht_start", sa.Date(), nullable=False),
        sa.Column("ht_end", sa.Date(), nullable=False),
        sa.Column("tt_start", sa.Date(), nullable=False),
        sa.Column("tt_end", sa.Date(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_academic_year")),
        sa.UniqueConstraint("year", name="uq_academic_year_year"),
    )
    op.create_index("ix_academic_year_title_id", "academic_year", ["title", "id"], unique=False)
    op.create_index("ix_academic_year_year_id", "academic_year", ["year", "id"], unique=False)
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("acting_user_id", sa.BigInteger(), nullable=True),
        sa.Column("acting_user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("detail", sa.Text(), server_default="", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("user_name || ' ' || acting_user_name || ' ' || detail || ' ' || address", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index("ix_audit_created_id", "audit", ["created", "id"], unique=False)
    op.create_index("ix_audit_kind_created_id", "audit", ["kind", "created", "id"], unique=False)
    op.create_index(
        "ix_audit_search_plain",
        "audit",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_audit_user_id_created_id", "audit", ["user_id", "created", "id"], unique=False)
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("country", sa.Text(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
    op.create_index("ix_organisation_title_id", "organisation", ["title", "id"], unique=False)
    op.create_index(
        "uq_organisation_title", "organisation", ["title"], unique=True, postgresql_where=sa.text("not deleted")
    )
    op.create_table(
        "release_note",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("version_name", sa.Text(), nullable=False),
        sa.Column("released", sa.Date(), nullable=False),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_release_note")),
        sa.UniqueConstraint("version_name", name="uq_release_note_version_name"),
    )
    op.create_index("ix_release_note_released_id", "release_note", ["released", "id"], unique=False)
    op.create_index("ix_release_note_version_name_id", "release_note", ["version_name", "id"], unique=False)
    op.create_table(
        "department",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("color", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_department_organisation_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_department")),
    )
    op.create_index(op.f("ix_department_organisation_id"), "department", ["organisation_id"], unique=False)
    op.create_index("ix_department_title_id", "department", ["title", "id"], unique=False)
    op.create_index(
        "uq_department_title", "department", ["title"], unique=True, postgresql_where=sa.text("not deleted")
    )
    op.create_table(
        "user_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("username", sa.Text(), nullable=False),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="active", nullable=False),
        sa.Column("primary_department_id", sa.BigInteger(), nullable=True),
        sa.Column("is_pt", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("role_ids", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.Column("staff_id", sa.BigInteger(), nullable=True),
        sa.Column("tutor_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("client_id", sa.BigInteger(), nullable=True),
        sa.Column("candidate_id", sa.BigInteger(), nullable=True),
        sa.Column("invigilator_id", sa.BigInteger(), nullable=True),
        sa.Column("agent_id", sa.BigInteger(), nullable=True),
        sa.Column("avatar_offset_x", sa.Integer(), server_default="50", nullable=False),
        sa.Column("avatar_offset_y", sa.Integer(), server_default="50", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "name", sa.Text(), sa.Computed("btrim(first_name || ' ' || last_name)", persisted=True), nullable=False
        ),
        sa.Column("last_sign_in", sa.DateTime(timezone=True), nullable=True),
        sa.Column("keycloak_id", sa.Text(), nullable=True),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("first_name || ' ' || last_name || ' ' || username || ' ' || email", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("status in ('active', 'inactive')", name=op.f("ck_user_account_status")),
        sa.ForeignKeyConstraint(["organisation_id"], ["organisation.id"], name=op.f("fk_user_account_organisation_id")),
        sa.ForeignKeyConstraint(
            ["primary_department_id"], ["department.id"], name=op.f("fk_user_account_primary_department_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_user_account")),
        sa.UniqueConstraint("keycloak_id", name=op.f("uq_user_account_keycloak_id")),
        info={"nouns": ("user", "users")},
    )
    op.create_index("ix_user_account_email", "user_account", [sa.literal_column("lower(email)")], unique=False)
    op.create_index("ix_user_account_first_name_id", "user_account", ["first_name", "id"], unique=False)
    op.create_index(
        "ix_user_account_last_name_first_name_id", "user_account", ["last_name", "first_name", "id"], unique=False
    )
    op.create_index(
        "ix_user_account_last_sign_in_id",
        "user_account",
        [sa.literal_column("coalesce(last_sign_in, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_user_account_name_id", "user_account", ["name", "id"], unique=False)
    op.create_index(op.f("ix_user_account_organisation_id"), "user_account", ["organisation_id"], unique=False)
    op.create_index(
        op.f("ix_user_account_primary_department_id"), "user_account", ["primary_department_id"], unique=False
    )
    op.create_index("ix_user_account_role_ids", "user_account", ["role_ids"], unique=False, postgresql_using="gin")
    op.create_index(
        "ix_user_account_search_plain",
        "user_account",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )
    op.create_index("ix_user_account_username_id", "user_account", ["username", "id"], unique=False)
    op.create_index(
        "uq_user_account_agent_id",
        "user_account",
        ["agent_id"],
        unique=True,
        postgresql_where=sa.text("agent_id is not null"),
    )
    op.create_index(
        "uq_user_account_candidate_id",
        "user_account",
        ["candidate_id"],
        unique=True,
        postgresql_where=sa.text("candidate_id is not null"),
    )
    op.create_index(
        "uq_user_account_client_id",
        "user_account",
        ["client_id"],
        unique=True,
        postgresql_where=sa.text("client_id is not null"),
    )
    op.create_index(
        "uq_user_account_invigilator_id",
        "user_account",
        ["invigilator_id"],
        unique=True,
        postgresql_where=sa.text("invigilator_id is not null"),
    )
    op.create_index(
        "uq_user_account_staff_id",
        "user_account",
        ["staff_id"],
        unique=True,
        postgresql_where=sa.text("staff_id is not null"),
    )
    op.create_index(
        "uq_user_account_student_id",
        "user_account",
        ["student_id"],
        unique=True,
        postgresql_where=sa.text("student_id is not null"),
    )
    op.create_index(
        "uq_user_account_tutor_id",
        "user_account",
        ["tutor_id"],
        unique=True,
        postgresql_where=sa.text("tutor_id is not null"),
    )
    op.create_index("uq_user_account_username", "user_account", [sa.literal_column("lower(username)")], unique=True)
    op.create_table(
        "known_device",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_known_device_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", "user_id", name=op.f("pk_known_device")),
    )
    op.create_index("ix_known_device_user_id", "known_device", ["user_id", "used"], unique=False)
    op.create_table(
        "password",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_password_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_password")),
    )
    op.create_table(
        "password_link",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_password_link_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_password_link")),
    )
    op.create_index(op.f("ix_password_link_user_id"), "password_link", ["user_id"], unique=False)
    op.create_table(
        "personal_setting",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("values", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_personal_setting_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_personal_setting")),
    )
    op.create_table(
        "recovery_code",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_recovery_code_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "hash", name=op.f("pk_recovery_code")),
    )
    op.create_table(
        "saved_view",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False, comment="path of the list's calls"),
        sa.Column("name", sa.Text(), nullable=True),
        sa.Column("query", postgresql.JSONB(astext_type=sa.Text()), server_default="{}", nullable=False),
        sa.Column("columns", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column("view", sa.Text(), server_default="table", nullable=False),
        sa.Column("is_default", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_saved_view_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_view")),
        sa.UniqueConstraint("user_id", "list", "name", name="uq_saved_view_name", postgresql_nulls_not_distinct=True),
    )
    op.create_index(
        "uq_saved_view_default", "saved_view", ["user_id", "list"], unique=True, postgresql_where=sa.text("is_default")
    )
    op.create_table(
        "second_factor",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last_used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("secret", sa.Text(), nullable=True, comment="encrypted"),
        sa.Column("last_step", sa.BigInteger(), nullable=True, comment="of the last accepted code"),
        sa.Column("credential_id", sa.LargeBinary(), nullable=True),
        sa.Column("public_key", sa.LargeBinary(), nullable=True),
        sa.Column("sign_count", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("transports", postgresql.ARRAY(sa.Text()), server_default="{}", nullable=False),
        sa.CheckConstraint("kind in ('totp', 'passkey')", name=op.f("ck_second_factor_kind")),
        sa.ForeignKeyConstraint(
            ["user_id"], ["user_account.id"], name=op.f("fk_second_factor_user_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_second_factor")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_second_factor_credential_id")),
    )
    op.create_index("ix_second_factor_user_id", "second_factor", ["user_id", "id"], unique=False)
    op.create_table(
        "session",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sid", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("real_user_id", sa.BigInteger(), nullable=True),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("app", sa.Text(), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("keycloak_sid", sa.Text(), nullable=True),
        sa.CheckConstraint("app in ('staff', 'client')", name=op.f("ck_session_app")),
        sa.ForeignKeyConstraint(["parent_id"], ["session.id"], name=op.f("fk_session_parent_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["real_user_id"], ["user_account.id"], name=op.f("fk_session_real_user_id")),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_session_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_session")),
        sa.UniqueConstraint("sid", name=op.f("uq_session_sid")),
    )
    op.create_index(
        "ix_session_keycloak_sid", "session", ["keycloak_sid"], unique=False, postgresql_where=sa.text("ended is null")
    )
    op.create_index(
        "ix_session_parent_id", "session", ["parent_id"], unique=True, postgresql_where=sa.text("ended is null")
    )
    op.create_index(
        "ix_session_real_user_id", "session", ["real_user_id"], unique=False, postgresql_where=sa.text("ended is null")
    )
    op.create_index("ix_session_started_id", "session", ["started", "id"], unique=False)
    op.create_index("ix_session_user_id_started_id", "session", ["user_id", "started", "id"], unique=False)
    op.create_table(
        "star",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False, comment="address in the app"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["user_account.id"], name=op.f("fk_star_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_star")),
        sa.UniqueConstraint("user_id", "target", name="uq_star_target"),
    )
    op.create_table(
        "refresh_secret",
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("session_id", sa.BigInteger(), nullable=False),
        sa.Column("issued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=True),
        sa.Column("salt", sa.LargeBinary(), nullable=True),
        sa.Column("used_by", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["session.id"], name=op.f("fk_refresh_secret_session_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_refresh_secret")),
    )
    op.create_index(op.f("ix_refresh_secret_session_id"), "refresh_secret", ["session_id"], unique=False)
