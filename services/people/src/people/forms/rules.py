"""Choices and limits of forms, and the texts that refuse."""

from __future__ import annotations

from kit.values import options

KINDS = options(
    ("enrolment", "Enrolment"),
    ("paq", "Pre-arrival questionnaire"),
    ("consent", "Consent"),
    ("feedback", "Feedback"),
    ("reference", "Reference"),
    ("incident", "Incident"),
    ("other", "Other"),
)
AUDIENCES = options(
    ("student", "Students"),
    ("client", "Clients"),
    ("tutor", "Tutors"),
    ("staff", "Staff"),
    ("candidate", "Candidates"),
    ("invigilator", "Invigilators"),
    ("outside", "People outside, by a link"),
)
ABOUT = options(
    ("none", "Nobody"),
    ("student", "A student"),
    ("person", "A person"),
    ("course", "A course"),
)
FORM_STATES = options(("draft", "Draft", "grey"), ("published", "Published", "green"), ("retired", "Retired", "orange"))
ENTRY_STATES = options(
    ("draft", "Draft", "grey"),
    ("received", "Received", "blue"),
    ("inReview", "In review", "amber"),
    ("accepted", "Accepted", "green"),
    ("returned", "Returned", "red"),
)
REQUEST_STATES = options(("open", "Open", "blue"), ("done", "Done", "green"), ("withdrawn", "Withdrawn", "grey"))
HOLDS = options(("personal", "Personal data"), ("special", "Special category data"))
"""Special kinds of data that a field may contain."""
LINK_STATES = options(("active", "Active", "green"), ("revoked", "Revoked", "grey"))
GENERATIONS = options((1, "Version 1"), (2, "Version 2"))

FORM_ERRORS, CHECK_ERRORS = "Form errors", "Please check for errors in the form"
AGREE = "You must agree before submission"
UNKNOWN = "Unknown validation error (please contact system support)"
"""`platform.md 5`."""
SENT_ALREADY = "You have already sent this form"
NOT_PUBLISHED = "This form is not published"
RETIRED = "This form is no longer in use; your answers are kept"
CHANGED = "Somebody else has changed this since; please load it again"

MOST_PAGES, MOST_FIELDS, MOST_BYTES = 60, 400, 100_000
MOST_MONTHS = 1_200
MOST_OPTIONS, MOST_ROWS, MOST_FILES = 200, 100, 20
LONGEST_TEXT, LONGEST_ANSWER = 5_000, 20_000
