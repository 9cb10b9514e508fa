"""Calendars of other programs: iCalendar files read as busy time."""
