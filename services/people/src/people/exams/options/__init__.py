"""Options of exams: what candidates are entered for, as the basedata of the boards has it."""
