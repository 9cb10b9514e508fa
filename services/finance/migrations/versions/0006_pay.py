"""The payment page: tries of the passcode, expiry, the accounts to pay to."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default="", nullable=False)


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False)


def upgrade() -> None:
    op.add_column(
        "invoice",
        sa.Column("link_expires", sa.DateTime(timezone=True), comment="when staff renewed the payment link, its end"),
    )
    op.create_table(
        "pay_try",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False, comment="of the link that was tried, whether there is one or not"),
        sa.Column("invoice_id", sa.BigInteger(), comment="absent where no invoice has this link"),
        _moment("at"),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.CheckConstraint("outcome IN ('right', 'wrong', 'limited', 'expired')", name=op.f("ck_pay_try_outcome")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoice.id"], name=op.f("fk_pay_try_invoice_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_try")),
    )
    op.create_index("ix_pay_try_uuid", "pay_try", ["uuid", "at"])
    op.create_index("ix_pay_try_address", "pay_try", ["address", "at"])
    op.create_index("ix_pay_try_invoice_id", "pay_try", ["invoice_id", "id"])
    op.create_index("ix_pay_try_unknown", "pay_try", ["at"], postgresql_where=sa.text("invoice_id IS NULL"))
    op.create_table(
        "bank_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        _moment("created"),
        _moment("modified"),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        *(_text(name) for name in ("bank", "sort_code", "account_number", "iban", "bic")),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_bank_account_currency")),
        sa.CheckConstraint("account_number <> '' OR iban <> ''", name=op.f("ck_bank_account_number")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_account")),
        sa.UniqueConstraint("organisation_id", "currency", name=op.f("uq_bank_account_organisation_id_currency")),
    )
    op.create_index("ix_bank_account_holder", "bank_account", ["holder", "id"])


def downgrade() -> None:
    op.drop_table("bank_account")
    op.drop_table("pay_try")
    op.drop_column("invoice", "link_expires")
