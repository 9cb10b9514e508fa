"""Pay of invigilators: approved hours at their rates, as lines of the pay runs of tutors."""
