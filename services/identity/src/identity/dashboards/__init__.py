"""Dashboards: boards of tiles over the lists of every service (`docs/dashboards.md`)."""
