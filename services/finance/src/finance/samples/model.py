"""Samples of lines, header and footer items, for one organisation or for all."""

from __future__ import annotations

import sqlalchemy as sa

from finance.invoices.model import LINE_TYPES, META_TYPES
from finance.schema import metadata
from kit.database.tables import archived_column, one_of, record_columns

KINDS = ("item", "header", "footer")


invoice_sample = sa.Table(
    "invoice_sample",
    metadata,
    *record_columns(),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False, comment="what it is chosen by"),
    sa.Column("organisation_id", sa.BigInteger, comment="absent: for every organisation"),
    sa.Column("description", sa.Text, nullable=False, comment="html"),
    sa.Column("meta_type", sa.Text, nullable=False, server_default="standalone"),
    sa.Column("type", sa.Text, nullable=False, server_default="other"),
    sa.Column("account_id", sa.BigInteger, sa.ForeignKey("account.id")),
    sa.Column("sub_account_id", sa.BigInteger, sa.ForeignKey("sub_account.id")),
    sa.Column("amount", sa.BigInteger, nullable=False, server_default="0"),
    archived_column(),
    one_of("kind", KINDS),
    one_of("meta_type", META_TYPES),
    one_of("type", LINE_TYPES),
    sa.Index("ix_invoice_sample_title", "title", "id"),
    sa.Index("ix_invoice_sample_kind", "kind", "title", "id"),
    info={"nouns": ("sample", "samples")},
)
"""`meta_type`, `type`, account and amount are a line's alone."""
