"""Statistics: slips, absences, tutors with their students, hours of courses (`docs/statistics.md`)."""
