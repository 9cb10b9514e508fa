"""What tutors are paid by month: approved slips at their rates, two approvers, a CSV for the bank."""
