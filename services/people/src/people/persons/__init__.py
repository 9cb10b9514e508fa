"""Students, tutors, staff, clients, candidates, invigilators and agents."""
