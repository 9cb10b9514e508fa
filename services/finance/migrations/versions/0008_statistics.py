"""Statistics: the lines of an invoice added up by type, and indexes to count on."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TYPES = ("fulltime", "asp", "supp", "exams", "other")
FIGURES = ["organisation_id", "currency", "status", "tab", "billing_year", "due_date", "total", "outstanding"]
NAMES = ", ".join(TYPES)
SUMS = ", ".join(f"sum(total) FILTER (WHERE type = '{name}' AND meta_type <> 'title')" for name in TYPES)
TAKE_OVER = (
    f"INSERT INTO invoice_line_total (invoice_id, {NAMES}) SELECT invoice_id, {SUMS} FROM invoice_item GROUP BY 1"  # noqa: S608
)
# By now `add_up_...` has locked the invoices: triggers of one event run in the order of their names.
KEEP = f"""
CREATE FUNCTION invoice_add_up_types() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_line_total AS kept (invoice_id, {NAMES})
  SELECT touched.invoice_id, {SUMS.replace("(total)", "(i.total)").replace("WHERE type", "WHERE i.type").replace(" meta_type", " i.meta_type")}
  FROM (SELECT DISTINCT invoice_id FROM changed) touched JOIN invoice ON invoice.id = touched.invoice_id
    LEFT JOIN invoice_item i ON i.invoice_id = touched.invoice_id
  GROUP BY touched.invoice_id
  ON CONFLICT (invoice_id) DO UPDATE SET ({NAMES}) = ROW(excluded.fulltime, excluded.asp, excluded.supp, excluded.exams, excluded.other)
  WHERE (kept.fulltime, kept.asp, kept.supp, kept.exams, kept.other) IS DISTINCT FROM
    (excluded.fulltime, excluded.asp, excluded.supp, excluded.exams, excluded.other);
  RETURN NULL;
END $$;
CREATE TRIGGER by_type_inserted AFTER INSERT ON invoice_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_types();
CREATE TRIGGER by_type_updated AFTER UPDATE ON invoice_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_types();
CREATE TRIGGER by_type_deleted AFTER DELETE ON invoice_item REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_types();
"""  # noqa: E501, S608


def upgrade() -> None:
    op.create_table(
        "invoice_line_total",
        sa.Column("invoice_id", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.BigInteger(), comment="absent without such a line") for name in TYPES),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_line_total_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("invoice_id", name=op.f("pk_invoice_line_total")),
    )
    op.execute(TAKE_OVER)
    op.execute(KEEP)
    op.create_index("ix_invoice_figures", "invoice", ["date", "id"], postgresql_include=FIGURES)
    op.create_index(
        "ix_invoice_unpaid",
        "invoice",
        [sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"],
        postgresql_where=sa.text("outstanding > 0"),
    )


def downgrade() -> None:
    op.drop_index("ix_invoice_unpaid", table_name="invoice")
    op.drop_index("ix_invoice_figures", table_name="invoice")
    for name in ("inserted", "updated", "deleted"):
        op.execute(f"DROP TRIGGER by_type_{name} ON invoice_item")
    op.execute("DROP FUNCTION invoice_add_up_types()")
    op.drop_table("invoice_line_total")
