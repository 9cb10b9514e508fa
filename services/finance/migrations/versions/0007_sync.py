"""The accounting system: what is to go out, what came back."""
# ruff: noqa: E501  one statement a column, as Alembic writes them

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

# Whoever changes an invoice, its lines or its payments queues it in the same transaction. A document that was never
# anything but a draft is not queued; one that is over there already is kept in step as a draft too. Volume for a load
# test says `SET staffroom.sync = 'off'`.
QUEUE = """
CREATE FUNCTION sync_touch(record bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE sync_document SET wanted_version = wanted_version + 1, tries = 0, next_try = clock_timestamp(),
    queued = CASE WHEN state = 'waiting' THEN queued ELSE clock_timestamp() END,
    state = CASE WHEN state = 'conflict' THEN state ELSE 'waiting' END
  WHERE invoice_id = record
$$;

CREATE FUNCTION sync_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE sync_document SET deleted = true WHERE invoice_id = OLD.id;
    PERFORM sync_touch(OLD.id);
    RETURN NULL;
  END IF;
  IF NEW.status = 'draft' THEN
    PERFORM sync_touch(NEW.id);
    RETURN NULL;
  END IF;
  INSERT INTO sync_document (invoice_id, chart, number, is_credit_note)
  VALUES (NEW.id, CASE WHEN NEW.organisation_id IN (4, 5) THEN 1 ELSE NEW.organisation_id END, NEW.number, NEW.is_credit_note)
  ON CONFLICT (invoice_id) DO UPDATE SET number = excluded.number, is_credit_note = excluded.is_credit_note;
  PERFORM sync_touch(NEW.id);
  IF TG_OP = 'UPDATE' AND (OLD.total, OLD.paid, OLD.status) IS DISTINCT FROM (NEW.total, NEW.paid, NEW.status) THEN
    PERFORM sync_touch(note.id) FROM (SELECT id FROM invoice WHERE parent_id = NEW.id ORDER BY id) note;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM sync_touch(OLD.invoice_id); END IF;
  IF TG_OP <> 'DELETE' AND (TG_OP = 'INSERT' OR OLD.invoice_id <> NEW.invoice_id) THEN
    PERFORM sync_touch(NEW.invoice_id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER sync_inserted AFTER INSERT ON invoice FOR EACH ROW
  WHEN (NEW.status <> 'draft' AND current_setting('staffroom.sync', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION sync_invoice();
CREATE TRIGGER sync_updated AFTER UPDATE ON invoice FOR EACH ROW
  WHEN ((OLD.number, OLD.status, OLD.date, OLD.due_date, OLD.currency, OLD.person_kind, OLD.person_id, OLD.name, OLD.is_credit_note, OLD.parent_id, OLD.organisation_id, OLD.total, OLD.vat, OLD.paid)
    IS DISTINCT FROM (NEW.number, NEW.status, NEW.date, NEW.due_date, NEW.currency, NEW.person_kind, NEW.person_id, NEW.name, NEW.is_credit_note, NEW.parent_id, NEW.organisation_id, NEW.total, NEW.vat, NEW.paid)
    AND current_setting('staffroom.sync', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION sync_invoice();
CREATE TRIGGER sync_deleted AFTER DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION sync_invoice();
CREATE TRIGGER sync_part AFTER INSERT OR UPDATE OR DELETE ON invoice_item FOR EACH ROW
  WHEN (current_setting('staffroom.sync', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION sync_part();
CREATE TRIGGER sync_part AFTER INSERT OR UPDATE OR DELETE ON payment FOR EACH ROW
  WHEN (current_setting('staffroom.sync', true) IS DISTINCT FROM 'off') EXECUTE FUNCTION sync_part();
"""


def _moment(name: str, *, now: bool = False) -> sa.Column:
    default = sa.text("clock_timestamp()") if now else None
    return sa.Column(name, sa.DateTime(timezone=True), nullable=not now, server_default=default)


def _text(name: str, default: str = "", comment: str | None = None) -> sa.Column:
    return sa.Column(name, sa.Text(), server_default=default, nullable=False, comment=comment)


def _count(
    name: str, kind: type[sa.types.TypeEngine] = sa.Integer, default: str = "0", comment: str | None = None
) -> sa.Column:
    return sa.Column(name, kind(), server_default=default, nullable=False, comment=comment)


def _json(name: str, default: str | None = None, comment: str | None = None) -> sa.Column:
    return sa.Column(
        name,
        postgresql.JSONB(),
        server_default=default,
        nullable=default is None and name in ("known", "ours", "theirs"),
        comment=comment,
    )


def upgrade() -> None:
    op.create_table(
        "sync_tenant",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False, comment="organisation of the chart"),
        sa.Column("tenant_id", sa.Text(), comment="Xero's id; absent until connected"),
        _text("name"), _text("access_token", comment="encrypted"), _text("refresh_token", comment="encrypted"),
        _moment("expires"), _moment("connected"), _text("connected_by"), _text("state"), _moment("state_expires"),
        _moment("invoices_until"), _moment("notes_until"), _moment("wake"), _moment("polled"),
        sa.Column("minute_left", sa.Integer()), sa.Column("day_left", sa.Integer()), _moment("quota_at"), _moment("blocked_until"),
        _text("problem"), _json("accounts", "[]"), _json("tax_types", "{}", "VAT rate -> TaxType"), _moment("chart_read"),
        sa.PrimaryKeyConstraint("chart", name=op.f("pk_sync_tenant")),
        sa.UniqueConstraint("tenant_id", name=op.f("uq_sync_tenant_tenant_id")),
    )  # fmt: skip
    op.create_table(
        "sync_document",
        sa.Column("invoice_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("chart", sa.BigInteger(), nullable=False),
        _text("number"),
        sa.Column("is_credit_note", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default="false", nullable=False),
        _text("state", "waiting"), _count("wanted_version", default="1", comment="grows with every change here"), _count("sent_version"),
        sa.Column("external_id", sa.Text()),
        _json("known", comment="what they have, as last seen and agreed to"), _text("sent_digest", comment="of what we last sent"),
        _json("ours", comment="of a conflict: what stands here"), _json("theirs", comment="of a conflict: what stands there"),
        _moment("last_try"), _count("tries"), _text("error"), _moment("next_try", now=True), _moment("queued", now=True),
        sa.PrimaryKeyConstraint("invoice_id", name=op.f("pk_sync_document")),
        sa.UniqueConstraint("external_id", name=op.f("uq_sync_document_external_id")),
        sa.CheckConstraint("state IN ('waiting', 'inStep', 'failed', 'conflict')", name=op.f("ck_sync_document_state")),
    )  # fmt: skip
    op.create_index(
        "ix_sync_document_queue",
        "sync_document",
        ["chart", "queued"],
        postgresql_where=sa.text("state IN ('waiting', 'failed')"),
    )
    op.create_index("ix_sync_document_queued", "sync_document", ["queued", "invoice_id"])
    op.create_index("ix_sync_document_number", "sync_document", ["number", "invoice_id"])
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
    op.create_index("ix_sync_payment_invoice_id", "sync_payment", ["invoice_id"])
    op.create_table(
        "sync_allocation",
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("note_id", sa.BigInteger(), nullable=False),
        sa.Column("invoice_id", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("external_id", name=op.f("pk_sync_allocation")),
    )
    op.create_index("ix_sync_allocation_note_id", "sync_allocation", ["note_id"])
    op.create_index("ix_sync_allocation_invoice_id", "sync_allocation", ["invoice_id"])
    op.create_table(
        "sync_contact",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Text(), nullable=False, comment="client-12: our own id of the person"),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("sent_digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("chart", "number", name=op.f("pk_sync_contact")),
    )
    op.create_table(
        "sync_call",
        sa.Column("chart", sa.BigInteger(), autoincrement=False, nullable=False, comment="one call in hand a tenant"),
        sa.Column("key", sa.Text(), nullable=False, comment="its Idempotency-Key"),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        _json("body"), _json("subjects", comment="what each element of the call is about"),
        _moment("begun", now=True), _count("tries"),
        sa.PrimaryKeyConstraint("chart", name=op.f("pk_sync_call")),
    )  # fmt: skip
    op.create_table(
        "sync_proof",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        _moment("started", now=True), _moment("finished"), _count("documents"), _count("waiting"),
        _count("difference", sa.BigInteger, comment="pence, without regard to sign"), _count("missing"), _count("duplicates"),
        _json("rows", "[]", "what differs, at most 200"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_proof")),
    )  # fmt: skip
    op.execute(QUEUE)


def downgrade() -> None:
    op.execute(
        "DROP TRIGGER sync_inserted ON invoice; DROP TRIGGER sync_updated ON invoice; DROP TRIGGER sync_deleted ON invoice"
    )
    op.execute("DROP TRIGGER sync_part ON invoice_item; DROP TRIGGER sync_part ON payment")
    op.execute("DROP FUNCTION sync_invoice(), sync_part(), sync_touch(bigint)")
    for table in ("proof", "call", "contact", "allocation", "payment", "document", "tenant"):
        op.drop_table(f"sync_{table}")
