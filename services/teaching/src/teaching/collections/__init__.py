"""Collection reports: an interview of a student on a course in a term, with a report by the interviewers."""
