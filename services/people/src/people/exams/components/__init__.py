"""Components of exams, the papers that are sat, and the key times of their sittings."""
