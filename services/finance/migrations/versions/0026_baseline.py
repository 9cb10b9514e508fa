"""The tables of the first release. The number is that of the last migration before it: databases created by those
migrations have these tables already."""

from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0026"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = "kit_0009"


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
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("organisation_id", "code", name=op.f("uq_account_organisation_id_code")),
    )
    op.create_index("ix_account_code", "account", ["code", "id"], unique=False)
    op.create_index("ix_account_name", "account", ["name", "id"], unique=False)
    op.create_table(
        "address",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("primary", sa.Boolean(), nullable=False, comment="the one to write to"),
        sa.Column("line1", sa.Text(), server_default="", nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("line3", sa.Text(), server_default="", nullable=False),
        sa.Column("city", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("country", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_address")),
    )
    op.create_index("ix_address_person", "address", ["person_kind", "person_id", "id"], unique=False)
    op.create_table(
        "bank_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("bank", sa.Text(), server_default="", nullable=False),
        sa.Column("sort_code", sa.Text(), server_default="", nullable=False),
        sa.Column("account_number", sa.Text(), server_default="", nullable=False),
        sa.Column("iban", sa.Text(), server_default="", nullable=False),
        sa.Column("bic", sa.Text(), server_default="", nullable=False),
        sa.Column("online_url", sa.Text(), server_default="", nullable=False, comment="where it is paid online"),
        sa.CheckConstraint("account_number <> '' OR iban <> ''", name=op.f("ck_bank_account_number")),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_bank_account_currency")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bank_account")),
        sa.UniqueConstraint("organisation_id", "currency", name=op.f("uq_bank_account_organisation_id_currency")),
    )
    op.create_index("ix_bank_account_holder", "bank_account", ["holder", "id"], unique=False)
    op.create_table(
        "client_student",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("pays", sa.Boolean(), nullable=False, comment="the student's invoices go to this client"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_student")),
    )
    op.create_index("ix_client_student_student_id", "client_student", ["student_id", "id"], unique=False)
    op.create_table(
        "course",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_course")),
    )
    op.create_table(
        "enquiry",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="the enquiryWithTypeId"),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="whom it is about"),
        sa.Column("candidate_id", sa.BigInteger(), nullable=True, comment="whom it is about"),
        sa.Column("client_id", sa.BigInteger(), nullable=True, comment="who asked and pays"),
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
    op.create_index("ix_exam_title", "exam", ["title", "id"], unique=False)
    op.create_table(
        "expense_claim",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="whose money it was"),
        sa.Column("user_name", sa.Text(), server_default="", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
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
        "invoice",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("uuid", sa.Uuid(), server_default=sa.text("gen_random_uuid()"), nullable=False),
        sa.Column("passcode", sa.Text(), nullable=False, comment="opens the payment page"),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "billing_year", sa.Integer(), server_default="0", nullable=False, comment="2122 is 2021-2022; 0 is not set"
        ),
        sa.Column("date", sa.Date(), nullable=False),
        sa.Column("due_date", sa.Date(), nullable=True),
        sa.Column("nif", sa.Text(), server_default="", nullable=False, comment="tax number, organisation 3 only"),
        sa.Column("description", sa.Text(), server_default="", nullable=False, comment="internal, html"),
        sa.Column("line1", sa.Text(), server_default="", nullable=False),
        sa.Column("line2", sa.Text(), server_default="", nullable=False),
        sa.Column("line3", sa.Text(), server_default="", nullable=False),
        sa.Column("postcode", sa.Text(), server_default="", nullable=False),
        sa.Column("status", sa.Text(), server_default="draft", nullable=False),
        sa.Column("is_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("has_instalment_plan", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("discount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vat", sa.BigInteger(), server_default="0", nullable=False),
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
        sa.Column("paid", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("credited", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("written_off", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column(
            "paid_meta", sa.Text(), server_default="", nullable=False, comment="how it was paid, or instalmentPlan"
        ),
        sa.Column("number", sa.Text(), nullable=True, comment="absent until the invoice leaves draft"),
        sa.Column(
            "name",
            sa.Text(),
            server_default="",
            nullable=False,
            comment="of that person; follows people.person.changed",
        ),
        sa.Column("email_sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column("currency", sa.Text(), server_default="GBP", nullable=False),
        sa.Column("organisation_id", sa.BigInteger(), nullable=False),
        sa.Column("person_kind", sa.Text(), nullable=False, comment="who is invoiced"),
        sa.Column("person_id", sa.BigInteger(), nullable=False, comment="the id within that kind"),
        sa.Column("student_id", sa.BigInteger(), nullable=True, comment="the student it is about"),
        sa.Column("enquiry_with_type_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "entity_type", sa.Text(), nullable=False, comment="what it was made from: enquiry, student or candidate"
        ),
        sa.Column("entity_type_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "description_plain",
            sa.Text(),
            sa.Computed(
                "left(btrim(regexp_replace(description, '(<[^>]*>|&nbsp;|\\s)+', ' ', 'g')), 200)", persisted=True
            ),
            nullable=False,
        ),
        sa.Column(
            "tab",
            sa.Text(),
            sa.Computed("CASE WHEN is_credit_note THEN 'credit' ELSE status END", persisted=True),
            nullable=False,
            comment="the status tab it is found under (money.md 2)",
        ),
        sa.Column("parent_id", sa.BigInteger(), nullable=True, comment="the invoice a credit note credits"),
        sa.Column("open_due_date", sa.Date(), nullable=True, comment="of the oldest open instalment; kept by triggers"),
        sa.Column("email_sent_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "link_expires",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when staff renewed the payment link, its end",
        ),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False, comment="user id"),
        sa.Column("modified_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("modified_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "search",
            sa.Text(),
            sa.Computed("coalesce(number, '') || ' ' || name || ' ' || email || ' ' || postcode", persisted=True),
            nullable=False,
        ),
        sa.Column("unpaid_status", sa.Text(), nullable=True, comment="what it was before the first payment"),
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
    op.create_index(
        "ix_invoice_figures",
        "invoice",
        ["date", "id"],
        unique=False,
        postgresql_include=[
            "organisation_id",
            "currency",
            "status",
            "tab",
            "billing_year",
            "due_date",
            "total",
            "outstanding",
            "open_due_date",
        ],
    )
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
        "ix_invoice_search_plain",
        "invoice",
        [sa.literal_column("plain(search)").label("plain")],
        unique=False,
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
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
        postgresql_include=["currency", "amount", "outstanding", "total", "date", "due_date", "number", "name", "vat"],
    )
    op.create_index(
        "ix_invoice_unpaid",
        "invoice",
        [sa.literal_column("coalesce(open_due_date, due_date, '9999-12-31'::date)"), "id"],
        unique=False,
        postgresql_where=sa.text("outstanding > 0"),
    )
    op.create_index("ix_invoice_year_sort_date", "invoice", ["billing_year", "date", "id"], unique=False)
    op.create_index(
        "ix_invoice_year_sort_duedate",
        "invoice",
        ["billing_year", sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"],
        unique=False,
    )
    op.create_index(
        "ix_invoice_year_sort_emailsent",
        "invoice",
        [
            "billing_year",
            sa.literal_column("coalesce(email_sent, '1970-01-01 00:00:00+00'::timestamp with time zone)"),
            "id",
        ],
        unique=False,
    )
    op.create_table(
        "invoice_comment",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False, comment="its words, without markup, 500 characters at most"),
        sa.Column("modified", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_comment")),
    )
    op.create_index("ix_invoice_comment_invoice_id", "invoice_comment", ["invoice_id", "modified", "id"], unique=False)
    op.create_table(
        "invoice_email_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="html with {{words}} (`rules.WORDS`)"),
        sa.CheckConstraint(
            "kind IN ('invoice', 'receipt', 'reminder', 'reminderBefore', 'reminderDue', 'reminderAfter', 'reminderLast', 'creditNote')",
            name=op.f("ck_invoice_email_template_kind"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_email_template")),
        sa.UniqueConstraint("kind", name=op.f("uq_invoice_email_template_kind")),
    )
    op.create_index("ix_invoice_email_template_kind", "invoice_email_template", ["kind", "id"], unique=False)
    op.create_index("ix_invoice_email_template_subject", "invoice_email_template", ["subject", "id"], unique=False)
    op.create_table(
        "letterhead",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="the organisation's"),
        sa.Column("name", sa.Text(), server_default="", nullable=False, comment="of the company that invoices"),
        sa.Column("address", sa.Text(), server_default="", nullable=False, comment="a line a line"),
        sa.Column("email", sa.Text(), server_default="", nullable=False),
        sa.Column("phone", sa.Text(), server_default="", nullable=False),
        sa.Column("website", sa.Text(), server_default="", nullable=False),
        sa.Column("company_number", sa.Text(), server_default="", nullable=False),
        sa.Column("vat_number", sa.Text(), server_default="", nullable=False),
        sa.Column("small_print", sa.Text(), server_default="", nullable=False, comment="at the foot of each invoice"),
        sa.Column("payment_terms", sa.Text(), server_default="", nullable=False, comment="on what is to be paid"),
        sa.Column("colour", sa.Text(), server_default="#12404a", nullable=False),
        sa.Column("logo", sa.Text(), server_default="", nullable=False, comment="a data: URL"),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letterhead")),
    )
    op.create_index("ix_letterhead_name", "letterhead", ["name", "id"], unique=False)
    op.create_table(
        "number_series",
        sa.Column("organisation_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("organisation_id", name=op.f("pk_number_series")),
    )
    op.create_table(
        "organisation",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_organisation")),
    )
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
        sa.Column(
            "accounts",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=True,
            comment="as approved: tutor id to id of the bank details, null where there are none",
        ),
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
        "support_ticket",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_support_ticket")),
    )
    op.create_index("ix_support_ticket_invoice_id", "support_ticket", ["invoice_id", "id"], unique=False)
    op.create_table(
        "sync_allocation",
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("note_id", sa.BigInteger(), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("external_id", name=op.f("pk_sync_allocation")),
    )
    op.create_index("ix_sync_allocation_invoice_id", "sync_allocation", ["invoice_id"], unique=False)
    op.create_index("ix_sync_allocation_note_id", "sync_allocation", ["note_id"], unique=False)
    op.create_table(
        "sync_call",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False, comment="one call in hand a tenant"),
        sa.Column("key", sa.Text(), nullable=False, comment="its Idempotency-Key"),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("body", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column(
            "subjects",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=False,
            comment="what each element of the call is about",
        ),
        sa.Column("begun", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("chart", name=op.f("pk_sync_call")),
    )
    op.create_table(
        "sync_contact",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Text(), nullable=False, comment="client-12: our own id of the person"),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("sent_digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("chart", "number", name=op.f("pk_sync_contact")),
    )
    op.create_table(
        "sync_document",
        sa.Column("invoice_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chart", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Text(), server_default="", nullable=False),
        sa.Column("is_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column(
            "wanted_version", sa.Integer(), server_default="1", nullable=False, comment="grows with every change here"
        ),
        sa.Column("sent_version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("external_id", sa.Text(), nullable=True),
        sa.Column(
            "known",
            postgresql.JSONB(astext_type=sa.Text()),
            nullable=True,
            comment="what they have, as last seen and agreed to",
        ),
        sa.Column("sent_digest", sa.Text(), server_default="", nullable=False, comment="of what we last sent"),
        sa.Column(
            "ours", postgresql.JSONB(astext_type=sa.Text()), nullable=True, comment="of a conflict: what stands here"
        ),
        sa.Column(
            "theirs", postgresql.JSONB(astext_type=sa.Text()), nullable=True, comment="of a conflict: what stands there"
        ),
        sa.Column("last_try", sa.DateTime(timezone=True), nullable=True),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'inStep', 'failed', 'conflict')", name=op.f("ck_sync_document_state")),
        sa.PrimaryKeyConstraint("invoice_id", name=op.f("pk_sync_document")),
        sa.UniqueConstraint("external_id", name=op.f("uq_sync_document_external_id")),
    )
    op.create_index("ix_sync_document_number", "sync_document", ["number", "invoice_id"], unique=False)
    op.create_index(
        "ix_sync_document_queue",
        "sync_document",
        ["chart", "queued"],
        unique=False,
        postgresql_where=sa.text("state IN ('waiting', 'failed')"),
    )
    op.create_index("ix_sync_document_queued", "sync_document", ["queued", "invoice_id"], unique=False)
    op.create_table(
        "sync_payment",
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="payment-12, write-off-7 (an item)"),
        sa.Column("made_there", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("date", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("external_id", name=op.f("pk_sync_payment")),
        sa.UniqueConstraint("key", name=op.f("uq_sync_payment_key")),
    )
    op.create_index("ix_sync_payment_invoice_id", "sync_payment", ["invoice_id"], unique=False)
    op.create_table(
        "sync_proof",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.Column("documents", sa.Integer(), server_default="0", nullable=False),
        sa.Column("waiting", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "difference", sa.BigInteger(), server_default="0", nullable=False, comment="pence, without regard to sign"
        ),
        sa.Column("missing", sa.Integer(), server_default="0", nullable=False),
        sa.Column("duplicates", sa.Integer(), server_default="0", nullable=False),
        sa.Column(
            "rows",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="[]",
            nullable=False,
            comment="what differs, at most 200",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_proof")),
    )
    op.create_table(
        "sync_tenant",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False, comment="organisation of the chart"),
        sa.Column("tenant_id", sa.Text(), nullable=True, comment="Xero's id; absent until connected"),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("access_token", sa.Text(), server_default="", nullable=False, comment="encrypted"),
        sa.Column("refresh_token", sa.Text(), server_default="", nullable=False, comment="encrypted"),
        sa.Column("expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("connected", sa.DateTime(timezone=True), nullable=True),
        sa.Column("connected_by", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.Text(), server_default="", nullable=False),
        sa.Column("state_expires", sa.DateTime(timezone=True), nullable=True),
        sa.Column("invoices_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("notes_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("wake", sa.DateTime(timezone=True), nullable=True),
        sa.Column("polled", sa.DateTime(timezone=True), nullable=True),
        sa.Column("minute_left", sa.Integer(), nullable=True),
        sa.Column("day_left", sa.Integer(), nullable=True),
        sa.Column("quota_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.Text(), server_default="", nullable=False),
        sa.Column("accounts", postgresql.JSONB(astext_type=sa.Text()), server_default="[]", nullable=False),
        sa.Column(
            "tax_types",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default="{}",
            nullable=False,
            comment="VAT rate -> TaxType",
        ),
        sa.Column("chart_read", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("chart", name=op.f("pk_sync_tenant")),
        sa.UniqueConstraint("tenant_id", name=op.f("uq_sync_tenant_tenant_id")),
    )
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
        sa.Column("status", sa.Text(), server_default="entered", nullable=False),
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
    )
    op.create_index("ix_bill_date", "bill", ["date", "id"], unique=False)
    op.create_index(
        "ix_bill_due_date", "bill", [sa.literal_column("coalesce(due_date, '9999-12-31'::date)"), "id"], unique=False
    )
    op.create_index("ix_bill_status", "bill", ["status", "id"], unique=False)
    op.create_index("ix_bill_supplier", "bill", ["supplier", "id"], unique=False)
    op.create_index("ix_bill_total", "bill", ["total", "id"], unique=False)
    op.create_index(
        "uq_bill_supplier_reference",
        "bill",
        [sa.literal_column("lower(supplier)"), sa.literal_column("lower(reference)")],
        unique=True,
    )
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
        "instalment",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("due_date", sa.Date(), nullable=False),
        sa.Column("paid_date", sa.Date(), nullable=True),
        sa.Column("payment_type", sa.Text(), nullable=True),
        sa.Column("is_paid", sa.Boolean(), server_default="false", nullable=False, comment="it has its payment"),
        sa.CheckConstraint(
            "payment_type IN ('bankTransfer', 'creditCard', 'flywire', 'other')",
            name=op.f("ck_instalment_payment_type"),
        ),
        sa.CheckConstraint(
            "NOT is_paid OR paid_date IS NOT NULL AND payment_type IS NOT NULL", name=op.f("ck_instalment_paid")
        ),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_instalment_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_instalment")),
    )
    op.create_index("ix_instalment_invoice_id", "instalment", ["invoice_id", "due_date", "id"], unique=False)
    op.create_table(
        "invoice_document",
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False, comment="SHA-256 of the html it was drawn from"),
        sa.Column("version", sa.Integer(), nullable=False, comment="of the invoice when it was drawn"),
        sa.Column("file_id", sa.BigInteger(), nullable=False, comment="in files"),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.CheckConstraint("kind IN ('invoice', 'receipt')", name=op.f("ck_invoice_document_kind")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_document_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("invoice_id", "kind", "digest", name=op.f("pk_invoice_document")),
    )
    op.create_table(
        "invoice_email",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column(
            "attachments", sa.ARRAY(sa.BigInteger()), server_default="{}", nullable=False, comment="further file ids"
        ),
        sa.Column("file_id", sa.BigInteger(), nullable=True, comment="the PDF that went with it"),
        sa.Column("batch", sa.Uuid(), nullable=True, comment="the bulk sending it belongs to"),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        sa.Column("error", sa.Text(), server_default="", nullable=False, comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is; absent until it has one"),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        sa.Column("created_by_name", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name=op.f("ck_invoice_email_sent")),
        sa.CheckConstraint("kind IN ('invoice', 'receipt', 'reminder')", name=op.f("ck_invoice_email_kind")),
        sa.CheckConstraint(
            "state IN ('queued', 'sending', 'sent', 'failed', 'unknown')", name=op.f("ck_invoice_email_state")
        ),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_email_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_email")),
        sa.UniqueConstraint("batch", "invoice_id", name="uq_invoice_email_batch"),
        sa.UniqueConstraint("message_id", name=op.f("uq_invoice_email_message_id")),
    )
    op.create_index("ix_invoice_email_invoice_id", "invoice_email", ["invoice_id", "id"], unique=False)
    op.create_index(
        "ix_invoice_email_under_way",
        "invoice_email",
        ["invoice_id", "kind"],
        unique=True,
        postgresql_where=sa.text("state IN ('queued', 'sending')"),
    )
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
        "invoice_line_total",
        sa.Column("invoice_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("fulltime", sa.BigInteger(), nullable=True, comment="absent without such a line"),
        sa.Column("asp", sa.BigInteger(), nullable=True, comment="absent without such a line"),
        sa.Column("supp", sa.BigInteger(), nullable=True, comment="absent without such a line"),
        sa.Column("exams", sa.BigInteger(), nullable=True, comment="absent without such a line"),
        sa.Column("other", sa.BigInteger(), nullable=True, comment="absent without such a line"),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_line_total_invoice_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("invoice_id", name=op.f("pk_invoice_line_total")),
    )
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
        "pay_try",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False, comment="of the link that was tried, whether there is one or not"),
        sa.Column("invoice_id", sa.BigInteger(), nullable=True, comment="absent where no invoice has this link"),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.CheckConstraint("outcome IN ('right', 'wrong', 'limited', 'expired')", name=op.f("ck_pay_try_outcome")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoice.id"], name=op.f("fk_pay_try_invoice_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pay_try")),
    )
    op.create_index("ix_pay_try_address", "pay_try", ["address", "at"], unique=False)
    op.create_index("ix_pay_try_invoice_id", "pay_try", ["invoice_id", "id"], unique=False)
    op.create_index(
        "ix_pay_try_unknown", "pay_try", ["at"], unique=False, postgresql_where=sa.text("invoice_id IS NULL")
    )
    op.create_index("ix_pay_try_uuid", "pay_try", ["uuid", "at"], unique=False)
    op.create_table(
        "payee_account",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("tutor_id", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False, comment="what is paid into it"),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("sort_code", sa.Text(), server_default="", nullable=False),
        sa.Column("account_number", sa.Text(), server_default="", nullable=False),
        sa.Column("iban", sa.Text(), server_default="", nullable=False),
        sa.Column("bic", sa.Text(), server_default="", nullable=False),
        sa.Column("last_four", sa.Text(), nullable=False, comment="all that is shown in lists, history and mails"),
        sa.Column("entered_by_id", sa.BigInteger(), nullable=True, comment="user id"),
        sa.Column("entered_by_name", sa.Text(), server_default="", nullable=False),
        sa.Column(
            "replaced",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="when others took its place; absent while it stands",
        ),
        sa.CheckConstraint(
            "CASE WHEN replaced IS NULL THEN (currency = 'GBP' AND sort_code ~ '^[0-9]{6}$' AND account_number ~ '^[0-9]{8}$' AND iban = '' AND bic = '') OR (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' AND bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' AND sort_code = '' AND account_number = '') ELSE sort_code = '' AND account_number = '' AND iban = '' AND bic = '' END",
            name=op.f("ck_payee_account_numbers"),
        ),
        sa.CheckConstraint("currency IN ('GBP', 'EUR')", name=op.f("ck_payee_account_currency")),
        sa.CheckConstraint("last_four ~ '^[A-Z0-9]{4}$'", name=op.f("ck_payee_account_last_four")),
        sa.ForeignKeyConstraint(["tutor_id"], ["tutor.id"], name=op.f("fk_payee_account_tutor_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payee_account")),
    )
    op.create_index("ix_payee_account_tutor_id", "payee_account", ["tutor_id", "id"], unique=False)
    op.create_index(
        "uq_payee_account_standing",
        "payee_account",
        ["tutor_id", "currency"],
        unique=True,
        postgresql_where=sa.text("replaced IS NULL"),
    )
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
        sa.Column("vat_treatment", sa.Text(), server_default="outside", nullable=False, comment="what a rate of 0 is"),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint(
            "vat_treatment IN ('zeroRated', 'exempt', 'outside')", name=op.f("ck_sub_account_vat_treatment")
        ),
        sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name=op.f("ck_sub_account_vat_rate")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_sub_account_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sub_account")),
        sa.UniqueConstraint("account_id", "code", name=op.f("uq_sub_account_account_id_code")),
    )
    op.create_index("ix_sub_account_code", "sub_account", ["code", "id"], unique=False)
    op.create_index("ix_sub_account_name", "sub_account", ["name", "id"], unique=False)
    op.create_index("ix_sub_account_vat_rate", "sub_account", ["vat_rate", "id"], unique=False)
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
    op.create_table(
        "exam_fee",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("board_fee", sa.BigInteger(), nullable=False, comment="without VAT"),
        sa.Column("board_sub_account_id", sa.BigInteger(), nullable=False),
        sa.Column("per_paper_fee", sa.BigInteger(), nullable=False, comment="our own, without VAT"),
        sa.Column("own_sub_account_id", sa.BigInteger(), nullable=False),
        sa.Column("speaking", sa.Boolean(), server_default="false", nullable=False, comment="has a speaking part"),
        sa.CheckConstraint("board_fee >= 0 AND per_paper_fee >= 0", name=op.f("ck_exam_fee_fees")),
        sa.ForeignKeyConstraint(
            ["board_sub_account_id"], ["sub_account.id"], name=op.f("fk_exam_fee_board_sub_account_id")
        ),
        sa.ForeignKeyConstraint(["exam_id"], ["exam.id"], name="fk_exam_fee_exam_id"),
        sa.ForeignKeyConstraint(
            ["own_sub_account_id"], ["sub_account.id"], name=op.f("fk_exam_fee_own_sub_account_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exam_fee")),
        sa.UniqueConstraint("exam_id", name="uq_exam_fee_exam_id"),
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
        sa.Column(
            "vat_rate", sa.Integer(), server_default="0", nullable=False, comment="of the sub account when it was set"
        ),
        sa.Column("vat_treatment", sa.Text(), server_default="outside", nullable=False, comment="what a rate of 0 is"),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("discount_type", sa.Text(), server_default="none", nullable=False),
        sa.Column(
            "discount", sa.BigInteger(), server_default="0", nullable=False, comment="pence, or percentage times 100"
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
        sa.Column("description", sa.Text(), nullable=False, comment="html"),
        sa.Column("display_order", sa.Integer(), server_default="0", nullable=False),
        sa.Column("exam_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "write_off", sa.Boolean(), server_default="false", nullable=False, comment="a small balance written off"
        ),
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
        sa.CheckConstraint(
            "vat_treatment IN ('zeroRated', 'exempt', 'outside')", name=op.f("ck_invoice_item_vat_treatment")
        ),
        sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name=op.f("ck_invoice_item_vat_rate")),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_invoice_item_account_id")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoice.id"], name=op.f("fk_invoice_item_invoice_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["sub_account_id"], ["sub_account.id"], name=op.f("fk_invoice_item_sub_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_item")),
    )
    op.create_index(
        "ix_invoice_item_account_id",
        "invoice_item",
        ["account_id"],
        unique=False,
        postgresql_where=sa.text("account_id IS NOT NULL"),
    )
    op.create_index("ix_invoice_item_invoice_id", "invoice_item", ["invoice_id", "display_order", "id"], unique=False)
    op.create_index(
        "ix_invoice_item_sub_account_id",
        "invoice_item",
        ["sub_account_id"],
        unique=False,
        postgresql_where=sa.text("sub_account_id IS NOT NULL"),
    )
    op.create_index(
        "ix_invoice_item_write_off", "invoice_item", ["invoice_id"], unique=False, postgresql_where=sa.text("write_off")
    )
    op.create_table(
        "invoice_sample",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False, comment="what it is chosen by"),
        sa.Column("organisation_id", sa.BigInteger(), nullable=True, comment="absent: for every organisation"),
        sa.Column("description", sa.Text(), nullable=False, comment="html"),
        sa.Column("meta_type", sa.Text(), server_default="standalone", nullable=False),
        sa.Column("type", sa.Text(), server_default="other", nullable=False),
        sa.Column("account_id", sa.BigInteger(), nullable=True),
        sa.Column("sub_account_id", sa.BigInteger(), nullable=True),
        sa.Column("amount", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("archived", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint("kind IN ('item', 'header', 'footer')", name=op.f("ck_invoice_sample_kind")),
        sa.CheckConstraint(
            "meta_type IN ('title', 'standalone', 'subitem', 'credit')", name=op.f("ck_invoice_sample_meta_type")
        ),
        sa.CheckConstraint(
            "type IN ('fulltime', 'asp', 'supp', 'exams', 'other')", name=op.f("ck_invoice_sample_type")
        ),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_invoice_sample_account_id")),
        sa.ForeignKeyConstraint(["sub_account_id"], ["sub_account.id"], name=op.f("fk_invoice_sample_sub_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_sample")),
        info={"nouns": ("sample", "samples")},
    )
    op.create_index("ix_invoice_sample_kind", "invoice_sample", ["kind", "title", "id"], unique=False)
    op.create_index("ix_invoice_sample_title", "invoice_sample", ["title", "id"], unique=False)
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
        sa.Column("source", sa.Text(), server_default="manual", nullable=False),
        sa.Column("instalment_id", sa.BigInteger(), nullable=True),
        sa.Column("external_id", sa.Text(), nullable=True, comment="of the accounting system"),
        sa.Column("reverses_id", sa.BigInteger(), nullable=True, comment="what it takes back"),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.CheckConstraint("(source = 'instalment') = (instalment_id IS NOT NULL)", name=op.f("ck_payment_instalment")),
        sa.CheckConstraint("source IN ('manual', 'instalment', 'accounting')", name=op.f("ck_payment_source")),
        sa.CheckConstraint("type IN ('bankTransfer', 'creditCard', 'flywire', 'other')", name=op.f("ck_payment_type")),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_payment_amount")),
        sa.ForeignKeyConstraint(["instalment_id"], ["instalment.id"], name=op.f("fk_payment_instalment_id")),
        sa.ForeignKeyConstraint(["invoice_id"], ["invoice.id"], name=op.f("fk_payment_invoice_id")),
        sa.ForeignKeyConstraint(["reverses_id"], ["payment.id"], name=op.f("fk_payment_reverses_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment")),
        sa.UniqueConstraint("external_id", name=op.f("uq_payment_external_id")),
        sa.UniqueConstraint("instalment_id", name=op.f("uq_payment_instalment_id")),
        sa.UniqueConstraint("reverses_id", name=op.f("uq_payment_reverses_id")),
    )
    op.create_index("ix_payment_invoice_id", "payment", ["invoice_id", "date_paid", "id"], unique=False)
    op.execute(Path(__file__).with_suffix(".sql").read_text())
