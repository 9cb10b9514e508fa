"""Rules of our own on the tree: the mistakes that no linter knows and that cost most here."""
