"""Amounts that one organisation recharges to another."""

import sqlalchemy as sa

from finance.payouts.recharges.attributes import RECHARGE
from finance.schema import metadata
from kit.changes.hands import hands_column
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

recharge = sa.Table(
    "recharge",
    metadata,
    *record_columns(),
    *RECHARGE.table_columns(),
    hands_column(),
    *RECHARGE.choice_checks("type", "status", "currency"),
    sa.CheckConstraint("amount > 0", name="amount"),
    sa.CheckConstraint("from_organisation_id <> to_organisation_id", name="two"),
    sa.Index("ix_recharge_type", "type", "status", "id"),
)
RECHARGE.index_sorts(recharge)

constraint_text("ck_recharge_two", "An organisation recharges to another one")
