"""people: persons, courses, exams, enquiries and places."""
