"""User accounts and their sessions: the tables, and the accounts that authentication reads."""
