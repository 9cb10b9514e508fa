"""support: every conversation - comments, error reports, notifications."""
