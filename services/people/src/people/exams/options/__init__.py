"""Options of exams for which candidates are entered, from the basedata of the boards."""
