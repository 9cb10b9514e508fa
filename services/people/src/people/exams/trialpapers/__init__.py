"""Papers of trial exams as files: question papers that candidates see from a moment on, and mark schemes."""
