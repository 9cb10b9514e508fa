"""Table of the rules of retention."""

from __future__ import annotations

import sqlalchemy as sa

from files.retention.attributes import RULE
from files.schema import metadata
from kit.database import tables

retention_rule = sa.Table(
    "retention_rule",
    metadata,
    *tables.record_columns(),
    *RULE.table_columns(),
    sa.Index("ix_retention_rule_years_id", "years", "id"),
    info={"nouns": ("rule", "rules")},
)
"""The years after which documents go into the trash. A rule without a folder holds in all of them."""
