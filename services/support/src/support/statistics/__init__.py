"""Statistics of tickets: load, times, service levels and ratings by team and person."""
