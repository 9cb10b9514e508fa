"""What a tab of few rows is sorted by stands in the index of the tabs."""

from alembic import op

revision = "0016"
down_revision = "0015"

_TABS = ["organisation_id", "tab", "billing_year", "id"]
_SUMS = ["currency", "amount", "outstanding"]


def _replace(include: list[str]) -> None:
    op.drop_index("ix_invoice_tabs", table_name="invoice")
    op.create_index("ix_invoice_tabs", "invoice", _TABS, postgresql_include=include)


def upgrade() -> None:
    _replace([*_SUMS, "total", "date", "due_date", "number", "name"])


def downgrade() -> None:
    _replace(_SUMS)
