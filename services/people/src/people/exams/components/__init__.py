"""Components of exams, that is the papers, and the key times of their sittings."""
