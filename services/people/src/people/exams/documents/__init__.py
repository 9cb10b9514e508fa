"""Documents of the day: plan, door list, register, labels, sheet for invigilators, and a candidate's timetable."""
