"""Filters by people and courses that a list does not offer. Records and figures lead by them, and staff read on the
page whose rows they left."""

from kit.attributes import AsFilter

BY_STUDENT = AsFilter(hidden=True, title="Student", options_from="/students/names")
BY_COURSE = AsFilter(hidden=True, title="Course", options_from="/courses/names")
BY_TUTOR = AsFilter(hidden=True, title="Tutor", options_from="/tutors/names")
