"""Bills, expense claims, tutor payments, recharges."""
# ruff: noqa: E501  one statement a column, as Alembic writes them

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# A claim and a pay run know the sums of their lines; they are locked first, as invoices are (0001).
SUMS = """
CREATE FUNCTION expense_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM expense_claim WHERE id IN (SELECT claim_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE expense_claim SET total = sums.total, lines = sums.lines, without_receipt = sums.missing
  FROM (
    SELECT touched.claim_id, coalesce(sum(l.amount), 0) AS total, count(l.id) AS lines,
      count(l.id) FILTER (WHERE l.category <> 'mileage' AND cardinality(l.receipts) = 0) AS missing
    FROM (SELECT DISTINCT claim_id FROM changed) touched LEFT JOIN expense_line l USING (claim_id)
    GROUP BY touched.claim_id
  ) sums
  WHERE id = sums.claim_id;
  RETURN NULL;
END $$;
CREATE FUNCTION pay_run_add_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM pay_run WHERE id IN (SELECT run_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE pay_run SET total = sums.total, lines = sums.lines
  FROM (
    SELECT touched.run_id, coalesce(sum(l.amount), 0) AS total, count(l.id) AS lines
    FROM (SELECT DISTINCT run_id FROM changed) touched LEFT JOIN pay_line l USING (run_id)
    GROUP BY touched.run_id
  ) sums
  WHERE id = sums.run_id;
  RETURN NULL;
END $$;
"""
FUNCTIONS = {"expense_line": "expense_add_up", "pay_line": "pay_run_add_up"}
TRIGGER = """
CREATE TRIGGER add_up_inserted AFTER INSERT ON {table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION {function}();
CREATE TRIGGER add_up_updated AFTER UPDATE ON {table} REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION {function}();
CREATE TRIGGER add_up_deleted AFTER DELETE ON {table} REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION {function}();
"""


def upgrade() -> None:
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_table(
        "expense_claim",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="whose money it was"),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("total", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lines", sa.Integer(), server_default="0", nullable=False),
        sa.Column("without_receipt", sa.Integer(), server_default="0", nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("paid_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_date", sa.Date(), nullable=True),
        sa.Column("return_reason", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_expense_claim_currency")),
        sa.CheckConstraint(
            "status IN ('draft', 'submitted', 'returned', 'approved', 'paid')", name=op.f("ck_expense_claim_status")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_expense_claim")),
    )
    op.create_index("ix_expense_claim_status", "expense_claim", ["status", "id"], unique=False)
    op.create_index("ix_expense_claim_total", "expense_claim", ["total", "id"], unique=False)
    op.create_index("ix_expense_claim_user_id", "expense_claim", ["user_id", "id"], unique=False)
    op.create_index("ix_expense_claim_user_name", "expense_claim", ["user_name", "id"], unique=False)
    op.create_table(
        "pay_run",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("month", sa.Date(), nullable=False, comment="its first day"),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("total", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lines", sa.Integer(), server_default="0", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("prepared_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("prepared_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("checked_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("checked_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("paid_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_date", sa.Date(), nullable=True),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_pay_run_currency")),
        sa.CheckConstraint("status IN ('draft', 'checked', 'approved', 'paid')", name=op.f("ck_pay_run_status")),
        sa.CheckConstraint(
            "status NOT IN ('approved', 'paid') OR coalesce(checked_by_id <> approved_by_id AND prepared_by_id NOT IN (checked_by_id, approved_by_id), false)",
            name=op.f("ck_pay_run_two_approvers"),
        ),
        sa.CheckConstraint("extract(day from month) = 1", name=op.f("ck_pay_run_month")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_run")),
    )
    op.create_index("ix_pay_run_month", "pay_run", ["month", "id"], unique=False)
    op.create_index("ix_pay_run_status", "pay_run", ["status", "id"], unique=False)
    op.create_table(
        "recharge",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("from_organisation_id", sa.BigInteger(), nullable=False, comment="who recharges, and is paid"),
        sa.Column("to_organisation_id", sa.BigInteger(), nullable=False, comment="who owes it"),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("entered_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("entered_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("agreed_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("agreed_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("settled_date", sa.Date(), nullable=True),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_recharge_currency")),
        sa.CheckConstraint("status IN ('draft', 'agreed', 'settled')", name=op.f("ck_recharge_status")),
        sa.CheckConstraint("type IN ('tuition', 'exams', 'staff', 'premises', 'other')", name=op.f("ck_recharge_type")),
        sa.CheckConstraint("amount > 0", name=op.f("ck_recharge_amount")),
        sa.CheckConstraint("from_organisation_id <> to_organisation_id", name=op.f("ck_recharge_two")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recharge")),
    )
    op.create_index("ix_recharge_amount", "recharge", ["amount", "id"], unique=False)
    op.create_index("ix_recharge_date", "recharge", ["date", "id"], unique=False)
    op.create_index("ix_recharge_type", "recharge", ["type", "status", "id"], unique=False)
    op.create_table(
        "slip",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("slip_type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("present", sa.Text(), server_default="", nullable=False),
        sa.Column("tutorial_start", sa.DateTime(timezone=True), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column(
            "month",
            sa.Date(),
            sa.Computed("date_trunc('month', timezone('Europe/London', tutorial_start))::date", persisted=True),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_slip")),
    )
    op.create_index("ix_slip_month", "slip", ["organisation_id", "month", "id"], unique=False)
    op.create_index("ix_slip_tutorial_start", "slip", ["tutorial_start", "id"], unique=False)
    op.create_table(
        "tutor",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tutor")),
    )
    op.create_table(
        "bill",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("supplier", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False, comment="the supplier's own number"),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("net", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("total", sa.BigInteger(), sa.Computed("net + vat", persisted=True), nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("files", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False, comment="file ids"),
        sa.Column("status", sa.Text(), server_default="entered", nullable=False),
        sa.Column("entered_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("entered_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("approved_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("approved_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("paid_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("paid_date", sa.Date(), nullable=True),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_bill_currency")),
        sa.CheckConstraint("status IN ('entered', 'approved', 'paid', 'cancelled')", name=op.f("ck_bill_status")),
        sa.CheckConstraint("net > 0 AND vat >= 0", name=op.f("ck_bill_amounts")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_bill_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bill")),
        sa.UniqueConstraint("supplier", "reference", name=op.f("uq_bill_supplier_reference")),
    )
    op.create_index("ix_bill_date", "bill", ["date", "id"], unique=False)
    op.create_index(
        "ix_bill_due_date", "bill", [sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_bill_status", "bill", ["status", "id"], unique=False)
    op.create_index("ix_bill_supplier", "bill", ["supplier", "id"], unique=False)
    op.create_index("ix_bill_total", "bill", ["total", "id"], unique=False)
    op.create_table(
        "expense_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("claim_id", sa.BigInteger(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False, comment="what was paid, VAT included"),
        sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False, comment="the VAT in it"),
        sa.Column(
            "receipts", postgresql.ARRAY(sa.BigInteger()), server_default="{}", nullable=False, comment="file ids"
        ),
        sa.CheckConstraint(
            "category IN ('travel', 'mileage', 'accommodation', 'meals', 'materials', 'exams', 'other')",
            name=op.f("ck_expense_line_category"),
        ),
        sa.CheckConstraint("amount > 0", name=op.f("ck_expense_line_amount")),
        sa.CheckConstraint("vat BETWEEN 0 AND amount", name=op.f("ck_expense_line_vat")),
        sa.ForeignKeyConstraint(
            ["claim_id"], ["expense_claim.id"], name=op.f("fk_expense_line_claim_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_expense_line")),
    )
    op.create_index("ix_expense_line_claim_id", "expense_line", ["claim_id", "date", "id"], unique=False)
    op.create_table(
        "pay_line",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("slip_id", sa.BigInteger(), nullable=False, comment="a slip is paid once"),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("tutor_name", sa.Text(), server_default="", nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=True),
        sa.Column("course_title", sa.Text(), server_default="", nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("hourly", sa.BigInteger(), nullable=False),
        sa.Column(
            "amount",
            sa.BigInteger(),
            sa.Computed("round(minutes * hourly / 60.0)::bigint", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("minutes > 0", name=op.f("ck_pay_line_minutes")),
        sa.ForeignKeyConstraint(["run_id"], ["pay_run.id"], name=op.f("fk_pay_line_run_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_line")),
        sa.UniqueConstraint("slip_id", name=op.f("uq_pay_line_slip_id")),
    )
    op.create_index("ix_pay_line_day", "pay_line", ["day", "id"], unique=False)
    op.create_index("ix_pay_line_run_id", "pay_line", ["run_id", "tutor_name", "id"], unique=False)
    op.create_index("ix_pay_line_tutor_name", "pay_line", ["tutor_name", "id"], unique=False)
    op.create_table(
        "tutor_rate",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=True, comment="absent: every course without its own"),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("starts", sa.Date(), nullable=False, comment="holds from this day until the next one starts"),
        sa.Column("hourly", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_tutor_rate_currency")),
        sa.CheckConstraint("hourly > 0", name=op.f("ck_tutor_rate_hourly")),
        sa.ForeignKeyConstraint(["course_id"], ["course.id"], name=op.f("fk_tutor_rate_course_id")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_tutor_rate_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tutor_rate")),
        sa.UniqueConstraint(
            "tutor_id",
            "course_id",
            "currency",
            "starts",
            name=op.f("uq_tutor_rate_tutor_id_course_id_currency_starts"),
            postgresql_nulls_not_distinct=True,
        ),
    )
    op.create_index("ix_tutor_rate_starts", "tutor_rate", ["starts", "id"], unique=False)
    op.execute(SUMS)
    for table, function in FUNCTIONS.items():
        op.execute(TRIGGER.format(table=table, function=function))


def downgrade() -> None:
    op.drop_index("ix_tutor_rate_starts", table_name="tutor_rate")
    op.drop_table("tutor_rate")
    op.drop_index("ix_pay_line_tutor_name", table_name="pay_line")
    op.drop_index("ix_pay_line_run_id", table_name="pay_line")
    op.drop_index("ix_pay_line_day", table_name="pay_line")
    op.drop_table("pay_line")
    op.drop_index("ix_expense_line_claim_id", table_name="expense_line")
    op.drop_table("expense_line")
    op.drop_index("ix_bill_total", table_name="bill")
    op.drop_index("ix_bill_supplier", table_name="bill")
    op.drop_index("ix_bill_status", table_name="bill")
    op.drop_index("ix_bill_due_date", table_name="bill")
    op.drop_index("ix_bill_date", table_name="bill")
    op.drop_table("bill")
    op.drop_table("tutor")
    op.drop_index("ix_slip_tutorial_start", table_name="slip")
    op.drop_index("ix_slip_month", table_name="slip")
    op.drop_table("slip")
    op.drop_index("ix_recharge_type", table_name="recharge")
    op.drop_index("ix_recharge_date", table_name="recharge")
    op.drop_index("ix_recharge_amount", table_name="recharge")
    op.drop_table("recharge")
    op.drop_index("ix_pay_run_status", table_name="pay_run")
    op.drop_index("ix_pay_run_month", table_name="pay_run")
    op.drop_table("pay_run")
    op.drop_index("ix_expense_claim_user_name", table_name="expense_claim")
    op.drop_index("ix_expense_claim_user_id", table_name="expense_claim")
    op.drop_index("ix_expense_claim_total", table_name="expense_claim")
    op.drop_index("ix_expense_claim_status", table_name="expense_claim")
    op.drop_table("expense_claim")
    op.drop_table("course")
    for function in FUNCTIONS.values():
        op.execute(f"DROP FUNCTION {function}()")
