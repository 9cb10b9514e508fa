"""Our own lint rules: the mistakes that no other linter finds and that cost most here."""
