"""Bank details of tutors; an approved pay run knows to which of them it was approved."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0023"
down_revision: str | None = "0022"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

NUMBERS = """
CASE WHEN replaced IS NULL THEN
  (currency = 'GBP' AND sort_code ~ '^[0-9]{6}$' AND account_number ~ '^[0-9]{8}$' AND iban = '' AND bic = '')
  OR (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' AND bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' AND sort_code = ''
    AND account_number = '')
ELSE sort_code = '' AND account_number = '' AND iban = '' AND bic = '' END
"""


def _text(name: str, comment: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default="", nullable=False, comment=comment)


def upgrade() -> None:
    now = sa.text("clock_timestamp()")
    op.create_table(
        "payee_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False, comment="what is paid into it"),
        sa.Column("holder", sa.Text(), nullable=False),
        *(_text(name) for name in ("sort_code", "account_number", "iban", "bic")),
        sa.Column("last_four", sa.Text(), nullable=False, comment="all that is shown in lists, history and mails"),
        sa.Column("entered_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        _text("entered_by_name"),
        sa.Column(
            "replaced",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when others took its place; absent while it stands",
        ),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_payee_account_currency")),
        sa.CheckConstraint(NUMBERS, name=op.f("ck_payee_account_numbers")),
        sa.CheckConstraint("last_four ~ '^[A-Z0-9]{4}$'", name=op.f("ck_payee_account_last_four")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_payee_account_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payee_account")),
    )
    op.create_index(
        "uq_payee_account_standing",
        "payee_account",
        ["tutor_id", "currency"],
        unique=True,
        postgresql_where=sa.text("replaced IS NULL"),
    )
    op.create_index("ix_payee_account_tutor_id", "payee_account", ["tutor_id", "id"], unique=False)
    op.add_column(
        "pay_run",
        sa.Column(
            "accounts",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=True,
            comment="as approved: tutor id to id of the bank details, null where there are none",
        ),
    )


def downgrade() -> None:
    op.drop_column("pay_run", "accounts")
    op.drop_index("ix_payee_account_tutor_id", table_name="payee_account")
    op.drop_index("uq_payee_account_standing", table_name="payee_account")
    op.drop_table("payee_account")
