"""What people tells of exams and of enquiries."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

# What was entered with the fees until people tells of the exam.
_KNOWN = "INSERT INTO exam (id, title, board, papers) SELECT exam_id, title, board, papers FROM exam_fee"
_BACK = "UPDATE exam_fee f SET title = e.title, board = e.board, papers = e.papers FROM exam e WHERE e.id = f.exam_id"


def upgrade() -> None:
    op.create_table(
        "enquiry",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="the enquiryWithTypeId"),
        sa.Column("student_id", sa.BigInteger(), comment="whom it is about"),
        sa.Column("candidate_id", sa.BigInteger(), comment="whom it is about"),
        sa.Column("client_id", sa.BigInteger(), comment="who asked and pays"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enquiry")),
    )
    op.create_table(
        "exam",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False, comment="level and subject"),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), server_default="", nullable=False),
        sa.Column("papers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam")),
    )
    op.create_index("ix_exam_title", "exam", ["title", "id"])
    op.execute(_KNOWN)
    op.create_foreign_key(op.f("fk_exam_fee_exam_id"), "exam_fee", "exam", ["exam_id"], ["id"])
    op.drop_index("ix_exam_fee_title", table_name="exam_fee")
    op.drop_constraint(op.f("ck_exam_fee_fees"), "exam_fee", type_="check")
    for name in ("title", "board", "papers"):
        op.drop_column("exam_fee", name)
    op.alter_column("exam_fee", "exam_id", comment=None, existing_comment="of people's exam")
    op.create_check_constraint(op.f("ck_exam_fee_fees"), "exam_fee", "board_fee >= 0 AND per_paper_fee >= 0")


def downgrade() -> None:
    op.add_column("exam_fee", sa.Column("title", sa.Text(), server_default="", nullable=False))
    op.add_column("exam_fee", sa.Column("board", sa.Text(), server_default="", nullable=False))
    op.add_column("exam_fee", sa.Column("papers", sa.Integer(), server_default="0", nullable=False))
    op.execute(_BACK)
    for name in ("title", "board", "papers"):
        op.alter_column("exam_fee", name, server_default=None)
    op.drop_constraint(op.f("ck_exam_fee_fees"), "exam_fee", type_="check")
    op.create_check_constraint(
        op.f("ck_exam_fee_fees"), "exam_fee", "board_fee >= 0 AND per_paper_fee >= 0 AND papers >= 0"
    )
    op.create_index("ix_exam_fee_title", "exam_fee", ["title", "id"])
    op.drop_constraint(op.f("fk_exam_fee_exam_id"), "exam_fee", type_="foreignkey")
    op.drop_table("exam")
    op.drop_table("enquiry")
