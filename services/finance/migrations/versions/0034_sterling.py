"""VAT in sterling on UK invoices in another currency: exchange rates, and the rate that an invoice keeps."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op

revision: str = "0034"
down_revision: str | None = "0033"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

_KEPT = (
    "number",
    "date",
    "billing_year",
    "currency",
    "organisation_id",
    "is_credit_note",
    "parent_id",
    "person_kind",
    "person_id",
    "name",
    "line1",
    "line2",
    "line3",
    "postcode",
    "nif",
    "payer_reason",
)
_RATE = " OR ".join(
    f"OLD.{name} IS DISTINCT FROM NEW.{name}"
    for name in ("sterling_rate", "sterling_rate_month", "sterling_rate_source")
)
_RATE_STAYS = f" OR OLD.sterling_rate IS NOT NULL AND NEW.status <> 'draft' AND ({_RATE})"


def _guard(more: str) -> None:
    """Return the columns that an issued invoice keeps (0028), and `more`."""
    differs = " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in _KEPT)
    op.execute("DROP TRIGGER guard ON invoice")
    op.execute(
        "CREATE TRIGGER guard BEFORE UPDATE ON invoice FOR EACH ROW "
        f"WHEN (OLD.status <> 'draft' AND ({differs}{more})) EXECUTE FUNCTION invoice_guard_issued()"
    )


def upgrade() -> None:
    op.create_table(
        "exchange_rate",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False, comment="its first day"),
        sa.Column("rate", sa.Numeric(10, 4), nullable=False, comment="units of the currency for one pound"),
        sa.Column("source", sa.Text(), server_default="hmrc", nullable=False),
        sa.CheckConstraint("currency IN ('EUR')", name=op.f("ck_exchange_rate_currency")),
        sa.CheckConstraint("source IN ('hmrc', 'market', 'agreed')", name=op.f("ck_exchange_rate_source")),
        sa.CheckConstraint("rate > 0", name=op.f("ck_exchange_rate_rate")),
        sa.CheckConstraint("EXTRACT(day FROM month) = 1", name=op.f("ck_exchange_rate_month")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exchange_rate")),
        sa.UniqueConstraint("currency", "month", name=op.f("uq_exchange_rate_currency_month")),
    )
    op.create_index("ix_exchange_rate_month", "exchange_rate", ["month", "id"], unique=False)
    op.add_column(
        "invoice",
        sa.Column(
            "sterling_rate",
            sa.Numeric(10, 4),
            nullable=True,
            comment="units of the currency for one pound, kept when it is issued",
        ),
    )
    op.add_column(
        "invoice",
        sa.Column("sterling_rate_month", sa.Date(), nullable=True, comment="first day of the month of that rate"),
    )
    op.add_column(
        "invoice",
        sa.Column(
            "sterling_rate_source", sa.Text(), server_default="", nullable=False, comment="where that rate is from"
        ),
    )
    op.add_column(
        "invoice",
        sa.Column(
            "vat_sterling",
            sa.BigInteger(),
            sa.Computed("round(vat / sterling_rate)::bigint", persisted=True),
            nullable=True,
            comment="the VAT in pence, of an invoice of the UK in another currency",
        ),
    )
    op.execute(Path(__file__).with_suffix(".sql").read_text())
    _guard(_RATE_STAYS)


def downgrade() -> None:
    _guard("")
    for name in ("vat_sterling", "sterling_rate_source", "sterling_rate_month", "sterling_rate"):
        op.drop_column("invoice", name)
    op.drop_table("exchange_rate")
    op.execute("DROP FUNCTION exchange_rate_fills()")
