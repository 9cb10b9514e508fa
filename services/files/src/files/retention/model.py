"""Table of the retention rules."""

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
"""The years after which documents go to the trash. A rule without a folder applies to all."""
