"""Invoices and their parts. Amounts are integers in minor units; the database keeps the sums.

A line computes its own discount, VAT and total, each rounded half up to the penny once. Triggers (migrations 0001 and
0004) sum the lines, payments and credit notes of an invoice into `amount`, `discount`, `vat`, `written_off`, `paid`
(received less refunded), `refunded` and `credited`. `total`, `outstanding` and the statuses part paid and paid derive
from those. So no program can break `items - discounts + VAT - credits - payments - write-off = outstanding` of an
issued invoice by forgetting a sum. A write-off is a line, so `amount` includes it.
"""

import sqlalchemy as sa

from finance.invoices import rules
from finance.invoices.attributes import CREDITED, DESCRIPTION_PLAIN, INVOICE
from finance.invoices.part_attributes import INSTALMENT, LINE, TEXT
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.searching import search_index
from kit.database.tables import INTERNAL, author_columns, one_of, record_columns, text_column

PAYMENT_SOURCES = ("manual", "instalment", "accounting")
PAYMENT_KINDS = ("payment", "refund")

for _status in sorted(rules.READ_ONLY):  # constraint names with which the guard triggers refuse (migration 0004)
    constraint_text(f"invoice_read_only_{_status}", rules.refuse_read_only({"status": _status}) or "")


invoice = sa.Table(
    "invoice",
    metadata,
    *record_columns(),
    sa.Column("uuid", sa.Uuid, nullable=False, server_default=sa.text("gen_random_uuid()"), unique=True),
    sa.Column("passcode", sa.Text, nullable=False, comment="opens the payment page", info={"secret": True}),
    *INVOICE.table_columns(),
    DESCRIPTION_PLAIN,
    sa.Column(
        "tab",
        sa.Text,
        sa.Computed(
            f"CASE WHEN is_credit_note THEN 'credit' WHEN {CREDITED} THEN 'paid' ELSE status END", persisted=True
        ),
        nullable=False,
        comment="the status tab it is found under (money.md 2)",
    ),
    sa.Column("parent_id", sa.BigInteger, sa.ForeignKey("invoice.id"), comment="the invoice a credit note credits"),
    sa.Column(
        "open_due_date", sa.Date, comment="of the oldest open instalment; kept by triggers", info={"derived": True}
    ),
    text_column("email_sent_by_name", info=INTERNAL),
    sa.Column("link_expires", sa.DateTime(timezone=True), comment="when staff renewed the payment link, its end"),
    sa.Column("created_by_id", sa.BigInteger, nullable=False, comment="user id", info=dict(INTERNAL)),
    hands_column(),
    *author_columns(),
    sa.Column(
        "search",
        sa.Text,
        sa.Computed("coalesce(number, '') || ' ' || name || ' ' || email || ' ' || postcode", persisted=True),
        nullable=False,
    ),
    sa.Column("unpaid_status", sa.Text, comment="what it was before the first payment"),
    *INVOICE.choice_checks("status", "title", "currency", "personKind", "payerReason"),
    sa.CheckConstraint(
        "billing_year = 0 OR billing_year BETWEEN 1920 AND 9899 AND mod(billing_year, 100) = billing_year / 100 + 1",
        name="billing_year",
    ),
    sa.CheckConstraint("nif = '' OR organisation_id = 3", name="nif"),
    sa.CheckConstraint("parent_id IS NULL OR is_credit_note", name="parent"),
    sa.CheckConstraint("status = 'draft' OR number IS NOT NULL", name="numbered"),
    sa.CheckConstraint("status <> 'paid' OR outstanding <= 0", name="paid_in_full"),
)

_columns = invoice.c

# The tabs: organisation, status, billing year. The index includes the totals and the sort columns of small tabs, so
# that both need only the index. It is a separate index, so that no other index grows.
sa.Index(
    "ix_invoice_tabs",
    _columns.organisation_id,
    _columns.tab,
    _columns.billing_year,
    _columns.id,
    postgresql_include=["currency", "amount", "outstanding", "total", "date", "due_date", "number", "name", "vat"],
)
sa.Index("ix_invoice_number_unique", _columns.number, unique=True)
sa.Index("ix_invoice_parent_id", _columns.parent_id, postgresql_where=_columns.parent_id.is_not(None))
sa.Index("ix_invoice_person", _columns.person_kind, _columns.person_id)
sa.Index("ix_invoice_student_id", _columns.student_id)
sa.Index("ix_invoice_entity", _columns.entity_type, _columns.entity_type_id)
sa.Index("ix_invoice_enquiry_with_type_id", _columns.enquiry_with_type_id)
search_index(_columns.search)

SORTS = INVOICE.sorts()
"""Expressions that the sortable columns of the list sort by. Each has an index in the order (expression, id)."""
for _name, _key in SORTS.items():
    sa.Index(f"ix_invoice_sort_{_name.lower()}", _key, _columns.id)
# These correlate strongly with status and billing year (old is paid, new is draft): a scan in their order would pass
# most of the table before it reaches the rows of a tab.
for _name in ("date", "dueDate", "emailSent"):
    sa.Index(f"ix_invoice_tab_sort_{_name.lower()}", _columns.tab, SORTS[_name], _columns.id)
    sa.Index(f"ix_invoice_year_sort_{_name.lower()}", _columns.billing_year, SORTS[_name], _columns.id)
sa.Index("ix_invoice_tab_sort_outstanding", _columns.tab, _columns.outstanding, _columns.id)

invoice_item = sa.Table(
    "invoice_item",
    metadata,
    *record_columns(),
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id", ondelete="CASCADE"), nullable=False),
    *LINE.table_columns(),
    sa.Column("write_off", sa.Boolean, nullable=False, server_default="false", comment="a small balance written off"),
    *LINE.choice_checks("metaType", "type", "discountType", "VATTreatment"),
    sa.CheckConstraint("meta_type <> 'title' OR amount = 0", name="title_amount"),
    sa.CheckConstraint("meta_type <> 'credit' OR amount <= 0", name="credit_amount"),
    sa.CheckConstraint(
        "CASE discount_type WHEN 'none' THEN discount = 0 WHEN 'amount' THEN discount BETWEEN 0 AND abs(amount) "
        "ELSE discount BETWEEN 0 AND 10000 END",
        name="discount",
    ),
    sa.CheckConstraint("vat_rate BETWEEN 0 AND 10000", name="vat_rate"),
    sa.Index("ix_invoice_item_invoice_id", "invoice_id", "display_order", "id"),
    # figures of a past day subtract these few rows from millions
    sa.Index("ix_invoice_item_write_off", "invoice_id", postgresql_where=sa.text("write_off")),
    # finds the lines of an account that is to be deleted
    sa.Index("ix_invoice_item_account_id", "account_id", postgresql_where=sa.text("account_id IS NOT NULL")),
    sa.Index(
        "ix_invoice_item_sub_account_id", "sub_account_id", postgresql_where=sa.text("sub_account_id IS NOT NULL")
    ),
)

invoice_footer_header = sa.Table(
    "invoice_footer_header",
    metadata,
    *record_columns(),
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id", ondelete="CASCADE"), nullable=False),
    *TEXT.table_columns(),
    *TEXT.choice_checks("place", "tag"),
    sa.Index("ix_invoice_footer_header_invoice_id", "invoice_id", "display_order", "id"),
)

instalment = sa.Table(
    "instalment",
    metadata,
    *record_columns(),
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id", ondelete="CASCADE"), nullable=False),
    *INSTALMENT.table_columns(),
    *INSTALMENT.choice_checks("paymentType"),
    sa.CheckConstraint("NOT is_paid OR paid_date IS NOT NULL AND payment_type IS NOT NULL", name="paid"),
    sa.Index("ix_instalment_invoice_id", "invoice_id", "due_date", "id"),
)

payment = sa.Table(
    "payment",
    metadata,
    *record_columns(),
    sa.Column("invoice_id", sa.BigInteger, sa.ForeignKey("invoice.id"), nullable=False),
    sa.Column("type", sa.Text, nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False, comment="in the invoice's currency; negative for a refund"),
    sa.Column("date_paid", sa.Date, nullable=False),
    sa.Column("source", sa.Text, nullable=False, server_default="manual"),
    sa.Column("instalment_id", sa.BigInteger, sa.ForeignKey("instalment.id"), unique=True),
    sa.Column("external_id", sa.Text, unique=True, comment="of the accounting system"),
    sa.Column("reverses_id", sa.BigInteger, sa.ForeignKey("payment.id"), unique=True, comment="what it takes back"),
    # No foreign key: its check would lock the note after its invoice, and a change of the note locks them in the
    # opposite order. An issued credit note is never deleted.
    sa.Column(
        "credit_note_id",
        sa.BigInteger,
        comment="of a refund on an invoice: the credit note whose credit it pays back",
    ),
    sa.Column(
        "kind",
        sa.Text,
        sa.Computed("CASE WHEN (amount > 0) = (reverses_id IS NULL) THEN 'payment' ELSE 'refund' END", persisted=True),
        nullable=False,
        comment="payment is money received, refund money paid back; a reversal is of the kind of what it takes back",
    ),
    text_column("note", info=INTERNAL),
    one_of("type", tuple(str(option.value) for option in rules.PAYMENT_OPTIONS)),
    one_of("source", PAYMENT_SOURCES),
    sa.CheckConstraint("amount <> 0", name="amount"),
    sa.CheckConstraint("(source = 'instalment') = (instalment_id IS NOT NULL)", name="instalment"),
    sa.CheckConstraint("credit_note_id IS NULL OR kind = 'refund'", name="credit_note"),
    sa.Index("ix_payment_invoice_id", "invoice_id", "date_paid", "id"),
    sa.Index("ix_payment_credit_note_id", "credit_note_id", postgresql_where=sa.text("credit_note_id IS NOT NULL")),
)

number_series = sa.Table(
    "number_series",
    metadata,
    sa.Column("organisation_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("last", sa.BigInteger, nullable=False),
)
"""The last invoice number of each organisation."""

constraint_text("invoice_issued", rules.ISSUED)
constraint_text("ck_invoice_numbered", "Number: what has left draft keeps its number", about="number")
constraint_text("ck_invoice_parent", "Parent: only a credit note credits an invoice")
constraint_text("ck_invoice_billing_year", "Billing year: please enter two years that follow each other, like 2122")
constraint_text("ck_invoice_paid_in_full", "Status: an invoice on which something is owed is not paid")
constraint_text("ck_invoice_nif", "NIF: only invoices of Portugal have one")
constraint_text("ck_instalment_paid", "Paid: please enter the paid date and the payment type first")
constraint_text("ck_invoice_item_credit_amount", "Amount: a credit is not above zero", about="amount")
constraint_text(
    "ck_invoice_item_discount",
    "Discount: please enter a discount that is not more than the amount, or at most 100 %",
    about="discount",
)
constraint_text("ck_invoice_item_title_amount", "Amount: a title has none", about="amount")
constraint_text(
    "ck_payment_instalment", "Instalment: only a payment of an instalment belongs to one", about="instalment_id"
)
constraint_text("ck_payment_credit_note", "Credit note: only a refund pays one back", about="credit_note_id")
