"""Bank details of tutors and invigilators: who reads and changes them, and who is notified of a change."""
