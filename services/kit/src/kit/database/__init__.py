"""The database: transactions, tables, statements, constraints with their texts, migrations."""

from kit.database.reading import all_rows, first_row, row_or_404, transaction_time
from kit.database.sql import TODAY, upsert
from kit.database.transactions import Database, Disconnected, Tx, database, in_transaction, retry_read

__all__ = [
    "TODAY",
    "Database",
    "Disconnected",
    "Tx",
    "all_rows",
    "database",
    "first_row",
    "in_transaction",
    "retry_read",
    "row_or_404",
    "transaction_time",
    "upsert",
]
