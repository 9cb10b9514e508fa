"""Error reports, which support tracks."""
