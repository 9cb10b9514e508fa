"""The briefing on a centre assessed season, and who has read it."""
