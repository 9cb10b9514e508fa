"""The calendar: events, who and which room is on them, series of events, and when somebody is free."""
