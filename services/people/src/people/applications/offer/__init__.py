"""The mail of an offer, and what makes an applicant a tutor."""
