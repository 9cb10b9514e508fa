"""Error reports and their tracking."""
