"""The briefing on a centre assessed season, and its readers."""
