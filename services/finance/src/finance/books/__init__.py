"""The state of each document in the accounting system: the tables that `sync` writes."""
