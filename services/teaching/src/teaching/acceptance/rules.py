"""Choices, states and texts of offers and of their terms (`teaching.md 4`, `8`)."""

from __future__ import annotations

from kit.values import options

OFFER_STATES = options(
    ("offered", "Offered", "amber"),
    ("accepted", "Accepted", "green"),
    ("declined", "Declined", "red"),
    ("withdrawn", "Withdrawn", "grey"),
)
TERMS_STATES = options(("draft", "Draft", "amber"), ("published", "Published", "green"), ("retired", "Retired", "grey"))
SHOWN = options(("scrolled", "Scrolled to the end"), ("confirmed", "Confirmed as read"), ("link", "Offer by email"))
"""The way in which the terms were shown to the tutor."""
OPEN_COURSE = ("proposed", "active")
"""Courses with offers that can be answered."""
REASON_LONGEST = 500
TERMS_TITLE = "Accept terms"
TERMS_TEXT = (
    "Please accept terms and conditions: Please read and accept the academic year terms and conditions for "
    "{department} before accepting this offer of tuition"
)
REJECTED_TITLE = "Tutor Charter not accepted"
REJECTED_TEXT = "As you have not accepted the terms and conditions we are unable to provide you access"
REPLACED = "These terms and conditions have been replaced. Please read the current ones"
REASON_MISSING = "Please give a reason"
OPEN_ONE = "This tutor already has an open offer of this course"
COURSE_ENDED = "This course is now {status}. The offer can no longer be answered"
EMPTY_TERMS = "Please write the terms, or add their PDF"
PDF_MOST = 64 * 1024 * 1024
"""The maximum size of a PDF of terms, in bytes."""
