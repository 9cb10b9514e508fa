"""clients and agents of students"""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0009"
down_revision: str | None = "0008"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    op.create_table(
        "client_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_student")),
    )
    op.create_index(op.f("ix_client_student_client_id"), "client_student", ["client_id"], unique=False)
    op.create_index(op.f("ix_client_student_student_id"), "client_student", ["student_id"], unique=False)
    op.add_column(
        "person", sa.Column("agent_id", sa.BigInteger(), nullable=True, comment="through whom a student came")
    )
    op.create_index(op.f("ix_person_agent_id"), "person", ["agent_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_person_agent_id"), table_name="person")
    op.drop_column("person", "agent_id")
    op.drop_index(op.f("ix_client_student_student_id"), table_name="client_student")
    op.drop_index(op.f("ix_client_student_client_id"), table_name="client_student")
    op.drop_table("client_student")
