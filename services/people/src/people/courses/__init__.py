"""Courses, their tutors and students, and the subjects of each tutor."""
