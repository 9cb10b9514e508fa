"""The calendar: events with their persons and rooms, series of events, and free times."""
