"""Bank details of tutors: where they are paid to, who reads and changes them, who is notified of a change."""
