"""Papers of trial exams as files: question papers that candidates see after their release, and mark schemes."""
