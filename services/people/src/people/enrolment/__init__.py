"""Students and tutors on courses. They determine the students in a tutor's scope, and everybody's courses."""
