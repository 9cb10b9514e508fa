"""The documents of the day: plan, door list, register, labels, sheet of invigilators, and a candidate's timetable."""
