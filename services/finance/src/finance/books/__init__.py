"""The state of each document in the accounting system: the tables, which `sync` writes."""
