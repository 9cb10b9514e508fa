"""The journal: dated entries of staff and tutors for the people named on them (`teaching.md 3`, `7`)."""
