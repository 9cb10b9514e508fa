"""The database: transactions, tables, statements, constraints with their texts, migrations."""

from kit.database.transactions import Database, Disconnected, Tx, database, in_transaction, retry_read

__all__ = ["Database", "Disconnected", "Tx", "database", "in_transaction", "retry_read"]
