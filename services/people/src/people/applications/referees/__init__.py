"""Referees of an applicant: their references, and the page on which they answer."""
