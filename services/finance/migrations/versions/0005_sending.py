"""Letterheads, the texts of mails, the e-mail log, where the PDFs are."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

TEMPLATES = {
    "invoice": (
        "{{title}} {{number}} from {{organisation}}",
        "<p>Dear {{person}},</p>"
        "<p>please find attached {{title}} {{number}} of {{date}} over <strong>{{total}}</strong>. "
        "{{outstanding}} is to be paid by {{dueDate}}.</p>"
        '<p>You can look at it and pay online at <a href="{{paymentLink}}">{{paymentLink}}</a>; '
        "your passcode is <strong>{{passcode}}</strong>.</p>"
        "<p>If anything is unclear, simply answer this mail.</p>"
        "<p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>",
    ),
    "creditNote": (
        "{{title}} {{number}} from {{organisation}}",
        "<p>Dear {{person}},</p>"
        "<p>please find attached {{title}} {{number}} of {{date}} over <strong>{{total}}</strong>. There is nothing "
        "for you to do.</p>"
        "<p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>",
    ),
    "receipt": (
        "Receipt for {{title}} {{number}}",
        "<p>Dear {{person}},</p>"
        "<p>thank you: we have received {{paid}} for {{title}} {{number}}. The receipt is attached.</p>"
        "<p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>",
    ),
    "reminder": (
        "Reminder: {{title}} {{number}} is due",
        "<p>Dear {{person}},</p>"
        "<p>our records show <strong>{{outstanding}}</strong> still open on {{title}} {{number}}, due on {{dueDate}}. "
        "It is attached once more.</p>"
        '<p>You can pay online at <a href="{{paymentLink}}">{{paymentLink}}</a>; your passcode is '
        "<strong>{{passcode}}</strong>. If you have paid in the meantime, please take this as a thank you.</p>"
        "<p>Kind regards,<br>{{sender}}<br>{{organisation}}</p>",
    ),
}


def _record() -> list[sa.Column]:
    return [
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("modified", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
    ]


def _text(name: str, comment: str | None = None) -> sa.Column:
    return sa.Column(name, sa.Text(), server_default="", nullable=False, comment=comment)


def upgrade() -> None:
    op.create_table(
        "letterhead",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False, comment="the organisation's"),
        *_record(),
        _text("name", "of the company that invoices"),
        _text("address", "a line a line"),
        _text("email"),
        _text("phone"),
        _text("website"),
        _text("company_number"),
        _text("vat_number"),
        _text("small_print", "at the foot of each invoice"),
        sa.Column("colour", sa.Text(), server_default="#12404a", nullable=False),
        _text("logo", "a data: URL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letterhead")),
    )
    op.create_index("ix_letterhead_name", "letterhead", ["name", "id"])
    templates = op.create_table(
        "invoice_email_template",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        *_record(),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="html with {{words}} (`rules.WORDS`)"),
        sa.CheckConstraint(
            "kind IN ('invoice', 'receipt', 'reminder', 'creditNote')", name=op.f("ck_invoice_email_template_kind")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_email_template")),
        sa.UniqueConstraint("kind", name=op.f("uq_invoice_email_template_kind")),
    )
    op.create_index("ix_invoice_email_template_kind", "invoice_email_template", ["kind", "id"])
    op.create_index("ix_invoice_email_template_subject", "invoice_email_template", ["subject", "id"])
    op.bulk_insert(
        templates, [{"kind": kind, "subject": subject, "body": body} for kind, (subject, body) in TEMPLATES.items()]
    )
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
        *_record(),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False, comment="sanitised html"),
        sa.Column(
            "attachments", sa.ARRAY(sa.BigInteger()), server_default="{}", nullable=False, comment="further file ids"
        ),
        sa.Column("state", sa.Text(), server_default="queued", nullable=False),
        _text("error", "why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer(), server_default="0", nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("file_id", sa.BigInteger(), nullable=True, comment="the PDF that went with it"),
        sa.Column("job_id", sa.BigInteger(), nullable=True, comment="whose work it is; absent until it has one"),
        sa.Column("batch", sa.Uuid(), nullable=True, comment="the bulk sending it belongs to"),
        sa.Column("queued", sa.DateTime(timezone=True), server_default=sa.text("clock_timestamp()"), nullable=False),
        sa.Column("sent", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_by_id", sa.BigInteger(), nullable=False),
        _text("created_by_name"),
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
    op.create_index("ix_invoice_email_invoice_id", "invoice_email", ["invoice_id", "id"])
    op.create_index(
        "ix_invoice_email_under_way", "invoice_email", ["invoice_id", "kind"],
        unique=True, postgresql_where=sa.text("state IN ('queued', 'sending')"),
    )  # fmt: skip


def downgrade() -> None:
    for table in ("invoice_email", "invoice_document", "invoice_email_template", "letterhead"):
        op.drop_table(table)
