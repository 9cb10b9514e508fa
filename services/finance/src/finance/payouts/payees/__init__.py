"""Where tutors are paid to: bank details, who reads and changes them, who is told of a change."""
