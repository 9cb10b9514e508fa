"""Invoice lines of exam entries: drafted once, changed with the entry, credited on withdrawal."""
