"""Students and tutors on courses: they decide whom a tutor reaches, and which courses anybody does."""
