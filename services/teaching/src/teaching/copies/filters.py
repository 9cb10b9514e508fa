"""Hidden filters by people and courses. Links from records and figures use them, and staff see on the page which rows
are left."""

from kit.attributes import AsFilter

BY_STUDENT = AsFilter(hidden=True, title="Student", options_from="/students/names")
BY_COURSE = AsFilter(hidden=True, title="Course", options_from="/courses/names")
BY_TUTOR = AsFilter(hidden=True, title="Tutor", options_from="/tutors/names")
