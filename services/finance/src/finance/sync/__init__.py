"""Synchronisation with the accounting system: outgoing documents, incoming changes, and the proof
(`docs/finance.md`)."""
