"""Results of trial exams, which people publishes, in open reports."""
