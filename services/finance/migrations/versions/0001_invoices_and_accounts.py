"""Invoices, accounts and what hangs on them."""
# ruff: noqa: E501  one statement a column, as Alembic writes them

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0001"

# The sums of an invoice. Each function first locks the invoices it is about to write, and adds up in a statement of its
# own: under READ COMMITTED that statement sees what a transaction it had to wait for has committed.
SUMS = """
CREATE FUNCTION invoice_add_up_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET amount = sums.amount, discount = sums.discount, vat = sums.vat
  FROM (
    SELECT touched.invoice_id, coalesce(sum(i.amount), 0) AS amount, coalesce(sum(i.discount_amount), 0) AS discount,
      coalesce(sum(i.vat), 0) AS vat
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN invoice_item i USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id
    AND (invoice.amount, invoice.discount, invoice.vat) IS DISTINCT FROM (sums.amount, sums.discount, sums.vat);
  RETURN NULL;
END $$;

CREATE FUNCTION invoice_add_up_payments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM invoice WHERE id IN (SELECT invoice_id FROM changed) ORDER BY id FOR UPDATE;
  UPDATE invoice SET paid = sums.paid
  FROM (
    SELECT touched.invoice_id, coalesce(sum(p.amount), 0) AS paid
    FROM (SELECT DISTINCT invoice_id FROM changed) touched LEFT JOIN payment p USING (invoice_id)
    GROUP BY touched.invoice_id
  ) sums
  WHERE id = sums.invoice_id AND invoice.paid IS DISTINCT FROM sums.paid;
  RETURN NULL;
END $$;

CREATE FUNCTION invoice_add_up_credits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  credited_invoices bigint[] := CASE TG_OP
    WHEN 'INSERT' THEN ARRAY[NEW.parent_id] WHEN 'DELETE' THEN ARRAY[OLD.parent_id]
    ELSE ARRAY[OLD.parent_id, NEW.parent_id] END;
BEGIN
  PERFORM FROM invoice WHERE id = ANY(credited_invoices) ORDER BY id FOR UPDATE;
  UPDATE invoice SET credited = sums.credited
  FROM (
    SELECT parent.id, coalesce(-sum(note.total) FILTER (WHERE note.status NOT IN ('draft', 'cancelled')), 0) AS credited
    FROM invoice parent LEFT JOIN invoice note ON note.parent_id = parent.id
    WHERE parent.id = ANY(credited_invoices) GROUP BY parent.id
  ) sums
  WHERE invoice.id = sums.id AND invoice.credited IS DISTINCT FROM sums.credited;
  RETURN NULL;
END $$;

CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_items();
CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_items();
CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice_item REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_items();
CREATE TRIGGER add_up_inserted AFTER INSERT ON payment REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_payments();
CREATE TRIGGER add_up_updated AFTER UPDATE ON payment REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_payments();
CREATE TRIGGER add_up_deleted AFTER DELETE ON payment REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION invoice_add_up_payments();
CREATE TRIGGER add_up_inserted AFTER INSERT ON invoice FOR EACH ROW WHEN (NEW.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();
CREATE TRIGGER add_up_updated AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((OLD.parent_id IS NOT NULL OR NEW.parent_id IS NOT NULL)
    AND (OLD.parent_id, OLD.status, OLD.total) IS DISTINCT FROM (NEW.parent_id, NEW.status, NEW.total))
  EXECUTE FUNCTION invoice_add_up_credits();
CREATE TRIGGER add_up_deleted AFTER DELETE ON invoice FOR EACH ROW WHEN (OLD.parent_id IS NOT NULL)
  EXECUTE FUNCTION invoice_add_up_credits();
"""


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("organisation_id", "code", name=op.f("uq_account_organisation_id_code")),
    )
    op.create_table(
        "invoice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("uuid", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("passcode", sa.Text(), nullable=False, comment="opens the payment page"),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("number", sa.Text(), nullable=True, comment="absent until the invoice leaves draft"),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("is_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "tab",
            sa.Text(),
            sa.Computed("CASE WHEN is_credit_note THEN 'credit' ELSE status END", persisted=True),
            nullable=False,
            comment="the status tab it is found under (money.md 2)",
        ),
        sa.Column("parent_id", sa.BigInteger(), nullable=True, comment="the invoice a credit note credits"),
        sa.Column(
            "billing_year", sa.Integer(), server_default="0", nullable=False, comment="2122 is 2021-2022; 0 is not set"
        ),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False, comment="who is invoiced"),
        sa.Column("person_id", sa.BigInteger(), nullable=False, comment="the id within that kind"),
        sa.Column(
            "name",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="of that person; follows people.person.changed",
        ),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="the student it is about"),
        sa.Column("enquiry_with_type_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "entity_type", sa.Text(), nullable=False, comment="what it was made from: enquiry, student or candidate"
        ),
        sa.Column("entity_type_id", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("line1", sa.Text(), server_default="", nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("line3", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("nif", sa.Text(), server_default="", nullable=False, comment="tax number, organisation 3 only"),
        sa.Column("description", sa.Text(), server_default="", nullable=False, comment="internal, html"),
        sa.Column(
            "description_plain",
            sa.Text(),
            sa.Computed(
                "left(btrim(regexp_replace(description, '(<[^>]*>|&nbsp;|\\s)+', ' ', 'g')), 200)", persisted=True
            ),
            nullable=False,
        ),
        sa.Column("email_sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_sent_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("has_instalment_plan", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("discount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("paid", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credited", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("total", sa.BigInteger(), sa.Computed("amount - discount + vat", persisted=True), nullable=False),
        sa.Column(
            "outstanding",
            sa.BigInteger(),
            sa.Computed(
                "CASE WHEN status = 'cancelled' OR (is_credit_note AND parent_id IS NOT NULL) THEN 0 ELSE amount - discount + vat - paid - credited END",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("coalesce(number, '') || ' ' || name || ' ' || email || ' ' || postcode", persisted=True),
            nullable=False,
        ),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_invoice_currency")),
        sa.CheckConstraint("nif = '' OR organisation_id = 3", name=op.f("ck_invoice_nif")),
        sa.CheckConstraint("person_kind IN ('client', 'student', 'candidate')", name=op.f("ck_invoice_person_kind")),
        sa.CheckConstraint("status <> 'paid' OR outstanding <= 0", name=op.f("ck_invoice_paid_in_full")),
        sa.CheckConstraint("status = 'draft' OR number IS NOT NULL", name=op.f("ck_invoice_numbered")),
        sa.CheckConstraint(
            "status IN ('draft', 'proposed', 'final', 'booked', 'partPaid', 'paid', 'cancelled')",
            name=op.f("ck_invoice_status"),
        ),
        sa.CheckConstraint("title IN ('Proposal', 'Invoice', 'Credit')", name=op.f("ck_invoice_title")),
        sa.CheckConstraint(
            "billing_year = 0 OR billing_year BETWEEN 1920 AND 9899 AND mod(billing_year, 100) = billing_year / 100 + 1",
            name=op.f("ck_invoice_billing_year"),
        ),
        sa.CheckConstraint("parent_id IS NULL OR is_credit_note", name=op.f("ck_invoice_parent")),
        sa.ForeignKeyConstraint(["parent_id"], ["invoice.id"], name=op.f("fk_invoice_parent_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice")),
        sa.UniqueConstraint("uuid", name=op.f("uq_invoice_uuid")),
    )
    op.create_index("ix_invoice_enquiry_with_type_id", "invoice", ["enquiry_with_type_id"], unique=False)
    op.create_index("ix_invoice_entity", "invoice", ["entity_type", "entity_type_id"], unique=False)
    op.create_index("ix_invoice_number_unique", "invoice", ["number"], unique=True)
    op.create_index(
        "ix_invoice_parent_id",
        "invoice",
        ["parent_id"],
        unique=False,
        postgresql_where=sa.text("parent_id IS NOT NULL"),
    )
    op.create_index("ix_invoice_person", "invoice", ["person_kind", "person_id"], unique=False)
    op.create_index(
        "ix_invoice_search",
        "invoice",
        ["search"],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"search": "gin_trgm_ops"},
    )
    op.create_index("ix_invoice_sort_amount", "invoice", ["amount", "id"], unique=False)
    op.create_index("ix_invoice_sort_billingyear", "invoice", ["billing_year", "id"], unique=False)
    op.create_index("ix_invoice_sort_date", "invoice", ["date", "id"], unique=False)
    op.create_index("ix_invoice_sort_discount", "invoice", ["discount", "id"], unique=False)
    op.create_index(
        "ix_invoice_sort_duedate",
        "invoice",
        [sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index("ix_invoice_sort_email", "invoice", ["email", "id"], unique=False)
    op.create_index(
        "ix_invoice_sort_emailsent",
        "invoice",
        [sa.literal_column("coalesce(email_sent, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_invoice_sort_name", "invoice", ["name", "id"], unique=False)
    op.create_index(
        "ix_invoice_sort_number", "invoice", [sa.literal_column("coalesce(number, '')"), "id"], unique=False
    )
    op.create_index("ix_invoice_sort_outstanding", "invoice", ["outstanding", "id"], unique=False)
    op.create_index("ix_invoice_sort_status", "invoice", ["status", "id"], unique=False)
    op.create_index("ix_invoice_sort_title", "invoice", ["title", "id"], unique=False)
    op.create_index("ix_invoice_sort_total", "invoice", ["total", "id"], unique=False)
    op.create_index("ix_invoice_sort_vat", "invoice", ["vat", "id"], unique=False)
    op.create_index("ix_invoice_student_id", "invoice", ["student_id"], unique=False)
    op.create_index("ix_invoice_tab_sort_date", "invoice", ["tab", "date", "id"], unique=False)
    op.create_index(
        "ix_invoice_tab_sort_duedate",
        "invoice",
        ["tab", sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_invoice_tab_sort_emailsent",
        "invoice",
        ["tab", sa.literal_column("coalesce(email_sent, '1970-01-01 00:00:00+00'::timestamp with time zone)"), "id"],
        unique=False,
    )
    op.create_index("ix_invoice_tab_sort_outstanding", "invoice", ["tab", "outstanding", "id"], unique=False)
    op.create_index(
        "ix_invoice_tabs",
        "invoice",
        ["organisation_id", "tab", "billing_year", "id"],
        unique=False,
        postgresql_include=["currency", "amount", "outstanding"],
    )
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
    op.create_table(
        "person",
        sa.Column("kind", sa.Text(), nullable=False, comment="client, student or candidate: those who can be invoiced"),
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="counts within the kind"),
        sa.Column("title", sa.Text(), server_default="", nullable=False),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "name", sa.Text(), sa.Computed("btrim(first_name || ' ' || last_name)", persisted=True), nullable=False
        ),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("kind", "id", name=op.f("pk_person")),
    )
    op.create_table(
        "instalment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("due_date", sa.Date(), nullable=False),
        sa.Column("paid_date", sa.Date(), nullable=True, comment="absent while it is unpaid"),
        sa.Column("payment_type", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "payment_type IN ('bankTransfer', 'creditCard', 'flywire', 'other')",
            name=op.f("ck_instalment_payment_type"),
        ),
        sa.CheckConstraint("(paid_date IS NULL) = (payment_type IS NULL)", name=op.f("ck_instalment_paid")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_instalment_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_instalment")),
    )
    op.create_index("ix_instalment_invoice_id", "instalment", ["invoice_id", "due_date", "id"], unique=False)
    op.create_table(
        "invoice_footer_header",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), server_default="custom", nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("display_order", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint("place IN ('header', 'footer')", name=op.f("ck_invoice_footer_header_place")),
        sa.CheckConstraint("tag IN ('sample', 'custom')", name=op.f("ck_invoice_footer_header_tag")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_footer_header_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_footer_header")),
    )
    op.create_index(
        "ix_invoice_footer_header_invoice_id",
        "invoice_footer_header",
        ["invoice_id", "display_order", "id"],
        unique=False,
    )
    op.create_table(
        "payment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column(
            "amount", sa.BigInteger(), nullable=False, comment="in the invoice's currency; negative for a refund"
        ),
        sa.Column("date_paid", sa.Date(), nullable=False),
        sa.CheckConstraint("type IN ('bankTransfer', 'creditCard', 'flywire', 'other')", name=op.f("ck_payment_type")),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_payment_amount")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoice.id"], name=op.f("fk_payment_invoice_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
    )
    op.create_index("ix_payment_invoice_id", "payment", ["invoice_id", "date_paid", "id"], unique=False)
    op.create_table(
        "sub_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("vat_rate", sa.Integer(), nullable=False, comment="hundredths of a percent: 2000 is 20 %"),
        sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name=op.f("ck_sub_account_vat_rate")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_sub_account_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sub_account")),
        sa.UniqueConstraint("account_id", "code", name=op.f("uq_sub_account_account_id_code")),
    )
    op.create_table(
        "invoice_item",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("meta_type", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=True),
        sa.Column("sub_account_id", sa.BigInteger(), nullable=True),
        sa.Column("description", sa.Text(), nullable=False, comment="html"),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("discount_type", sa.Text(), server_default="none", nullable=False),
        sa.Column(
            "discount", sa.BigInteger(), server_default="0", nullable=False, comment="pence, or percentage times 100"
        ),
        sa.Column(
            "vat_rate", sa.Integer(), server_default="0", nullable=False, comment="of the sub account when it was set"
        ),
        sa.Column(
            "discount_amount",
            sa.BigInteger(),
            sa.Computed(
                "CASE discount_type WHEN 'amount' THEN CASE WHEN amount < 0 THEN -discount ELSE discount END WHEN 'percentage' THEN round(amount * discount / 10000.0)::bigint ELSE 0 END",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "vat",
            sa.BigInteger(),
            sa.Computed(
                "round((amount - (CASE discount_type WHEN 'amount' THEN CASE WHEN amount < 0 THEN -discount ELSE discount END WHEN 'percentage' THEN round(amount * discount / 10000.0)::bigint ELSE 0 END)) * vat_rate / 10000.0)::bigint",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column(
            "total",
            sa.BigInteger(),
            sa.Computed(
                "amount - (CASE discount_type WHEN 'amount' THEN CASE WHEN amount < 0 THEN -discount ELSE discount END WHEN 'percentage' THEN round(amount * discount / 10000.0)::bigint ELSE 0 END) + round((amount - (CASE discount_type WHEN 'amount' THEN CASE WHEN amount < 0 THEN -discount ELSE discount END WHEN 'percentage' THEN round(amount * discount / 10000.0)::bigint ELSE 0 END)) * vat_rate / 10000.0)::bigint",
                persisted=True,
            ),
            nullable=False,
        ),
        sa.Column("display_order", sa.Integer(), server_default="0", nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "CASE discount_type WHEN 'none' THEN discount = 0 WHEN 'amount' THEN discount BETWEEN 0 AND abs(amount) ELSE discount BETWEEN 0 AND 10000 END",
            name=op.f("ck_invoice_item_discount"),
        ),
        sa.CheckConstraint(
            "discount_type IN ('none', 'amount', 'percentage')", name=op.f("ck_invoice_item_discount_type")
        ),
        sa.CheckConstraint("meta_type <> 'credit' OR amount <= 0", name=op.f("ck_invoice_item_credit_amount")),
        sa.CheckConstraint("meta_type <> 'title' OR amount = 0", name=op.f("ck_invoice_item_title_amount")),
        sa.CheckConstraint(
            "meta_type IN ('title', 'standalone', 'subitem', 'credit')", name=op.f("ck_invoice_item_meta_type")
        ),
        sa.CheckConstraint("type IN ('fulltime', 'asp', 'supp', 'exams', 'other')", name=op.f("ck_invoice_item_type")),
        sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name=op.f("ck_invoice_item_vat_rate")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_invoice_item_account_id")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_item_invoice_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["sub_account_id"], ["sub_account.id"], name=op.f("fk_invoice_item_sub_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_item")),
    )
    op.create_index("ix_invoice_item_invoice_id", "invoice_item", ["invoice_id", "display_order", "id"], unique=False)
    op.execute(SUMS)


def downgrade() -> None:
    op.drop_index("ix_invoice_item_invoice_id", table_name="invoice_item")
    op.drop_table("invoice_item")
    op.drop_table("sub_account")
    op.drop_index("ix_payment_invoice_id", table_name="payment")
    op.drop_table("payment")
    op.drop_index("ix_invoice_footer_header_invoice_id", table_name="invoice_footer_header")
    op.drop_table("invoice_footer_header")
    op.drop_index("ix_instalment_invoice_id", table_name="instalment")
    op.drop_table("instalment")
    op.drop_table("person")
    op.drop_table("organisation")
    op.drop_index("ix_invoice_tabs", table_name="invoice", postgresql_include=["currency", "amount", "outstanding"])
    op.drop_index("ix_invoice_tab_sort_outstanding", table_name="invoice")
    op.drop_index("ix_invoice_tab_sort_emailsent", table_name="invoice")
    op.drop_index("ix_invoice_tab_sort_duedate", table_name="invoice")
    op.drop_index("ix_invoice_tab_sort_date", table_name="invoice")
    op.drop_index("ix_invoice_student_id", table_name="invoice")
    op.drop_index("ix_invoice_sort_vat", table_name="invoice")
    op.drop_index("ix_invoice_sort_total", table_name="invoice")
    op.drop_index("ix_invoice_sort_title", table_name="invoice")
    op.drop_index("ix_invoice_sort_status", table_name="invoice")
    op.drop_index("ix_invoice_sort_outstanding", table_name="invoice")
    op.drop_index("ix_invoice_sort_number", table_name="invoice")
    op.drop_index("ix_invoice_sort_name", table_name="invoice")
    op.drop_index("ix_invoice_sort_emailsent", table_name="invoice")
    op.drop_index("ix_invoice_sort_email", table_name="invoice")
    op.drop_index("ix_invoice_sort_duedate", table_name="invoice")
    op.drop_index("ix_invoice_sort_discount", table_name="invoice")
    op.drop_index("ix_invoice_sort_date", table_name="invoice")
    op.drop_index("ix_invoice_sort_billingyear", table_name="invoice")
    op.drop_index("ix_invoice_sort_amount", table_name="invoice")
    op.drop_index(
        "ix_invoice_search", table_name="invoice", postgresql_using="gin", postgresql_ops={"search": "gin_trgm_ops"}
    )
    op.drop_index("ix_invoice_person", table_name="invoice")
    op.drop_index("ix_invoice_parent_id", table_name="invoice", postgresql_where=sa.text("parent_id IS NOT NULL"))
    op.drop_index("ix_invoice_number_unique", table_name="invoice")
    op.drop_index("ix_invoice_entity", table_name="invoice")
    op.drop_index("ix_invoice_enquiry_with_type_id", table_name="invoice")
    op.drop_table("invoice")
    op.drop_table("account")
