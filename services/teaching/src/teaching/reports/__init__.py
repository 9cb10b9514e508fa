"""Term reports: one student on one course in one period, requested by the office, written by a tutor."""
