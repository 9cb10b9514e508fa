"""Tutorial slips and their review."""
