"""Courses, who teaches and who attends them, and which tutor teaches what."""
