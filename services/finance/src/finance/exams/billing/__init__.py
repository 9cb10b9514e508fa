"""Invoice lines of entries for exams: drafted once, changed with the entry, credited when it is withdrawn."""
