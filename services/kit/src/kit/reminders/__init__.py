"""Reminders: a ladder of messages about rows with a due day. `reminder` declares one, `waiting` selects the rows to
remind of, `running` has the jobs, `stops` ends the reminders of a record or of a party."""

from kit.reminders.reminder import Receiver, Reminder, Rung
from kit.reminders.running import remind, schedules
from kit.reminders.stops import lock, resume, stop

__all__ = ["Receiver", "Reminder", "Rung", "lock", "remind", "resume", "schedules", "stop"]
