"""Pay of tutors by month: approved slips at their rates, two approvers, a CSV for the bank."""
