"""Bank details as immutable rows: new details are a new row, and the former one keeps the last four digits."""

import sqlalchemy as sa

from finance.payouts.payees.attributes import PAYEE_ACCOUNT
from finance.schema import metadata
from kit.database.constraints import constraint_text
from kit.database.tables import record_columns

NUMBERS = ("sort_code", "account_number", "iban", "bic")
_GONE = " AND ".join(f"{name} = ''" for name in NUMBERS)
_DOMESTIC = "currency = 'GBP' AND sort_code ~ '^[0-9]{6}$' AND account_number ~ '^[0-9]{8}$' AND iban = '' AND bic = ''"
_INTERNATIONAL = (
    "iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' AND bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$' "
    "AND sort_code = '' AND account_number = ''"
)

payee_account = sa.Table(
    "payee_account",
    metadata,
    *record_columns(),
    *PAYEE_ACCOUNT.table_columns(),
    *PAYEE_ACCOUNT.choice_checks("currency"),
    sa.CheckConstraint(
        f"CASE WHEN replaced IS NULL THEN ({_DOMESTIC}) OR ({_INTERNATIONAL}) ELSE {_GONE} END", name="numbers"
    ),
    sa.CheckConstraint("last_four ~ '^[A-Z0-9]{4}$'", name="last_four"),
    sa.Index(
        "uq_payee_account_standing", "tutor_id", "currency", unique=True, postgresql_where=sa.text("replaced IS NULL")
    ),
    sa.Index(
        "uq_payee_account_standing_invigilator",
        "invigilator_id",
        "currency",
        unique=True,
        postgresql_where=sa.text("replaced IS NULL"),
    ),
    sa.CheckConstraint("num_nonnulls(tutor_id, invigilator_id) = 1", name="payee"),
    sa.Index("ix_payee_account_tutor_id", "tutor_id", "id"),
    sa.Index("ix_payee_account_invigilator_id", "invigilator_id", "id"),
)

constraint_text("uq_payee_account_standing", "Somebody else has since entered bank details; please check them")
constraint_text(
    "uq_payee_account_standing_invigilator", "Somebody else has since entered bank details; please check them"
)
constraint_text("ck_payee_account_payee", "Please choose either a tutor or an invigilator")
constraint_text("ck_payee_account_numbers", "Please enter a sort code and account number, or an IBAN and BIC")
constraint_text("ck_payee_account_last_four", "Account number: please enter one that ends in four letters or digits")

standing = payee_account.c.replaced.is_(None)
