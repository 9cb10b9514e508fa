"""Term reports: one student on one course in one period, asked for by the office, written by a tutor."""
