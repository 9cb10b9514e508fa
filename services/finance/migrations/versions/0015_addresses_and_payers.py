"""Where those live who are invoiced, and who pays for a student."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_LINES = ("line1", "line2", "line3", "city", "postcode", "country")


def upgrade() -> None:
    op.create_table(
        "address",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("primary", sa.Boolean(), nullable=False, comment="the one to write to"),
        *(sa.Column(name, sa.Text(), server_default="", nullable=False) for name in _LINES),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
    )
    op.create_index("ix_address_person", "address", ["person_kind", "person_id", "id"])
    op.create_table(
        "client_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("pays", sa.Boolean(), nullable=False, comment="the student's invoices go to this client"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_student")),
    )
    op.create_index("ix_client_student_student_id", "client_student", ["student_id", "id"])


def downgrade() -> None:
    op.drop_table("client_student")
    op.drop_table("address")
