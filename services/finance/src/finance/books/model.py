"""Tables of the accounting system. Triggers (migration 0007) write `sync_document`; the synchronisation writes the
rest.

A chart of accounts is one tenant in Xero: Cambridge (4) and Online (5) use organisation 1's.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from finance.schema import metadata
from kit.database.tables import text_column

STATES = ("waiting", "inStep", "failed", "conflict")
"""`waiting` has changes to send, `failed` was refused by Xero, `conflict` waits for a person."""


def _moment(name: str, **more: Any) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), **more)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, server_default="0")


NOW = sa.text("clock_timestamp()")

sync_tenant = sa.Table(
    "sync_tenant",
    metadata,
    sa.Column("chart", sa.BigInteger, primary_key=True, autoincrement=False, comment="organisation of the chart"),
    sa.Column("tenant_id", sa.Text, unique=True, comment="Xero's id; absent until connected"),
    text_column("name"),
    sa.Column("access_token", sa.Text, nullable=False, server_default="", comment="encrypted"),
    sa.Column("refresh_token", sa.Text, nullable=False, server_default="", comment="encrypted"),
    _moment("expires"),
    _moment("connected"),
    text_column("connected_by"),
    text_column("state"),
    _moment("state_expires"),
    _moment("invoices_until"),
    _moment("notes_until"),
    _moment("wake"),
    _moment("polled"),
    sa.Column("minute_left", sa.Integer),
    sa.Column("day_left", sa.Integer),
    _moment("quota_at"),
    _moment("blocked_until"),
    text_column("problem"),
    sa.Column("accounts", JSONB, nullable=False, server_default="[]"),
    sa.Column("tax_types", JSONB, nullable=False, server_default="{}", comment="VAT rate -> TaxType"),
    _moment("chart_read"),
)

sync_document = sa.Table(
    "sync_document",
    metadata,
    # no foreign key: a deleted invoice must still be voided in Xero
    sa.Column("invoice_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("chart", sa.BigInteger, nullable=False),
    text_column("number"),
    sa.Column("is_credit_note", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("deleted", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("state", sa.Text, nullable=False, server_default="waiting"),
    sa.Column("wanted_version", sa.Integer, nullable=False, server_default="1", comment="grows with every change here"),
    _count("sent_version"),
    sa.Column("external_id", sa.Text, unique=True),
    sa.Column("known", JSONB, comment="what they have, as last seen and agreed to"),
    sa.Column("sent_digest", sa.Text, nullable=False, server_default="", comment="of what we last sent"),
    sa.Column("ours", JSONB, comment="of a conflict: what stands here"),
    sa.Column("theirs", JSONB, comment="of a conflict: what stands there"),
    _moment("last_try"),
    _count("tries"),
    text_column("error"),
    _moment("next_try", nullable=False, server_default=NOW),
    _moment("queued", nullable=False, server_default=NOW),
    sa.CheckConstraint("state IN ('waiting', 'inStep', 'failed', 'conflict')", name="state"),
    sa.Index("ix_sync_document_queue", "chart", "queued", postgresql_where=sa.text("state IN ('waiting', 'failed')")),
    sa.Index("ix_sync_document_queued", "queued", "invoice_id"),
    sa.Index("ix_sync_document_number", "number", "invoice_id"),
)

sync_payment = sa.Table(
    "sync_payment",
    metadata,
    sa.Column("external_id", sa.Text, primary_key=True),
    sa.Column("invoice_id", sa.BigInteger, nullable=False),
    sa.Column("key", sa.Text, nullable=False, unique=True, comment="payment-12, write-off-7 (an item)"),
    sa.Column("made_there", sa.Boolean, nullable=False, server_default="false"),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Column("date", sa.Date, nullable=False),
    sa.Index("ix_sync_payment_invoice_id", "invoice_id"),
)

sync_allocation = sa.Table(
    "sync_allocation",
    metadata,
    sa.Column("external_id", sa.Text, primary_key=True),
    sa.Column("note_id", sa.BigInteger, nullable=False),
    sa.Column("invoice_id", sa.BigInteger, nullable=False),
    sa.Column("amount", sa.BigInteger, nullable=False),
    sa.Index("ix_sync_allocation_note_id", "note_id"),
    sa.Index("ix_sync_allocation_invoice_id", "invoice_id"),
)

sync_contact = sa.Table(
    "sync_contact",
    metadata,
    sa.Column("chart", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Text, primary_key=True, comment="client-12: our own id of the person"),
    sa.Column("external_id", sa.Text, nullable=False),
    sa.Column("sent_digest", sa.Text, nullable=False),
)

sync_call = sa.Table(
    "sync_call",
    metadata,
    sa.Column("chart", sa.BigInteger, primary_key=True, autoincrement=False, comment="one call in hand a tenant"),
    sa.Column("key", sa.Text, nullable=False, comment="its Idempotency-Key"),
    sa.Column("step", sa.Text, nullable=False),
    sa.Column("method", sa.Text, nullable=False),
    sa.Column("path", sa.Text, nullable=False),
    sa.Column("body", JSONB, nullable=False),
    sa.Column("subjects", JSONB, nullable=False, comment="what each element of the call is about"),
    _moment("begun", nullable=False, server_default=NOW),
    _count("tries"),
)

sync_proof = sa.Table(
    "sync_proof",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    _moment("started", nullable=False, server_default=NOW),
    _moment("finished"),
    _count("documents"),
    _count("waiting"),
    sa.Column("difference", sa.BigInteger, nullable=False, server_default="0", comment="pence, without regard to sign"),
    _count("missing"),
    _count("duplicates"),
    sa.Column("rows", JSONB, nullable=False, server_default="[]", comment="what differs, at most 200"),
)
