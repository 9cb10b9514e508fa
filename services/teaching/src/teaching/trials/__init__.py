"""Results of trial exams, which people publishes, in the reports that are still written."""
