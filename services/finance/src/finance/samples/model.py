"""Samples of lines, header and footer items, for one organisation or for all."""

from __future__ import annotations

import sqlalchemy as sa

from finance.samples.attributes import SAMPLE
from finance.schema import metadata
from kit.database.tables import record_columns

invoice_sample = sa.Table(
    "invoice_sample",
    metadata,
    *record_columns(),
    *SAMPLE.table_columns(),
    *SAMPLE.choice_checks("kind", "metaType", "type"),
    sa.Index("ix_invoice_sample_kind", "kind", "title", "id"),
    info={"nouns": ("sample", "samples")},
)
SAMPLE.index_sorts(invoice_sample)
