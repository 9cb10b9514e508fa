"""Applications of tutors: from the public form through interviews, references and checks to a tutor with an account."""
