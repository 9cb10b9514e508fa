"""Export of people to a warehouse"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "people_export",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("scope", sa.Text(), server_default="full", nullable=False),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("rows", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "from_change",
            sa.BigInteger(),
            server_default="0",
            nullable=False,
            comment="changes from this number on; 0 of a full export",
        ),
        sa.Column(
            "to_change",
            sa.BigInteger(),
            server_default="0",
            nullable=False,
            comment="the next export begins with this number",
        ),
        sa.Column("schema_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("started_by", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "files",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'[]'"),
            nullable=False,
            comment="[{name, fileId, rows, bytes, sha256}]",
        ),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="the job that writes it"),
        sa.CheckConstraint("scope IN ('full', 'incremental')", name=op.f("ck_people_export_scope")),
        sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed')", name=op.f("ck_people_export_state")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people_export")),
    )
    op.create_index("ix_people_export_created", "people_export", ["created", "id"], unique=False)
    op.create_index(
        "uq_people_export_running",
        "people_export",
        [sa.literal_column("(state <> 'done')")],
        unique=True,
        postgresql_where=sa.text("state IN ('queued', 'running')"),
    )
    op.create_table(
        "person_change",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False, comment="id of the transaction that changed the person"),
        sa.Column("gone", sa.Boolean(), nullable=False, comment="the person was erased"),
        sa.PrimaryKeyConstraint("kind", "person_id", name=op.f("pk_person_change")),
    )
    op.create_index(op.f("ix_person_change_number"), "person_change", ["number"], unique=False)
    _note_changes()


KINDS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")


def _note_changes() -> None:
    """Note the transaction that changes a person, and that a person was erased, by a trigger a statement."""
    op.execute("""
CREATE FUNCTION note_person_change() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  INSERT INTO person_change (kind, person_id, number, gone)
  SELECT TG_TABLE_NAME, id, pg_current_xact_id()::text::bigint, TG_OP = 'DELETE' FROM changed
  ON CONFLICT (kind, person_id) DO UPDATE SET number = excluded.number, gone = excluded.gone;
  RETURN NULL;
END $function$
""")
    for kind in KINDS:
        for act, rows in (("INSERT", "NEW"), ("UPDATE", "NEW"), ("DELETE", "OLD")):
            op.execute(
                f"CREATE TRIGGER note_person_{act.lower()} AFTER {act} ON {kind} REFERENCING {rows} TABLE AS changed "
                "FOR EACH STATEMENT EXECUTE FUNCTION note_person_change()"
            )
