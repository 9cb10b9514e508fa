"""Times and limits of exams that the boards publish, each a row with a source."""
