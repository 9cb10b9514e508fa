"""User accounts and their sessions: the tables, and the accounts of those who prove who they are."""
