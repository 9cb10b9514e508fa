"""Stages, choices and limits of tutor applications, and the texts that refuse."""

from __future__ import annotations

from kit.values import options

STAGES = options(
    ("received", "Received", "blue"),
    ("screened", "Screened", "blue"),
    ("interview", "Interview", "amber"),
    ("trialLesson", "Trial lesson", "amber"),
    ("references", "References", "amber"),
    ("checks", "Checks", "amber"),
    ("offer", "Offer", "purple"),
    ("accepted", "Accepted", "green"),
    ("declined", "Declined", "red"),
    ("withdrawn", "Withdrawn", "grey"),
)
OPEN = ("received", "screened", "interview", "trialLesson", "references", "checks", "offer")
ENDED = ("declined", "withdrawn")
"""Stages in which an application ended without a tutor. It is deleted after `KEPT_MONTHS`."""
KEPT_MONTHS = 6
REQUIRED_CHECKS = (
    "identity",
    "rightToWork",
    "enhancedDbs",
    "barredList",
    "prohibition",
    "qualifications",
    "onlineSearch",
)
"""Checks required before an offer is accepted. Applicants who have lived abroad need overseas checks too (KCSIE part
three)."""
OVERSEAS = "overseas"
LEAST_REFERENCES = 2

DECLINED_REASONS = options(
    ("experience", "Too little experience"),
    ("subject", "No need for the subject"),
    ("interview", "Interview"),
    ("trial", "Trial lesson"),
    ("references", "References"),
    ("checks", "Checks"),
    ("noAnswer", "No answer"),
    ("other", "Other"),
)
INTERVIEW_MINUTES = 45
"""The usual length of an interview."""
WAYS = options(("inPerson", "In person"), ("online", "Online"), ("phone", "By phone"))
SCORES = options((1, "1 Poor"), (2, "2 Fair"), (3, "3 Good"), (4, "4 Very good"), (5, "5 Excellent"))
CARD_STATES = options(("waiting", "Waiting", "amber"), ("given", "Given", "green"))
ADVICE = options(("hire", "Hire"), ("unsure", "Unsure"), ("decline", "Decline"))
CRITERIA = (
    ("knowledge", "Subject knowledge"),
    ("explaining", "Explaining"),
    ("rapport", "Rapport with young people"),
    ("reliability", "Reliability"),
    ("safeguarding", "Safeguarding"),
)
REFERENCE_STATES = options(
    ("named", "Named", "grey"),
    ("asked", "Asked", "amber"),
    ("received", "Received", "green"),
    ("withdrawn", "Withdrawn", "grey"),
)
RATING = options(
    ("strong", "Recommends strongly"),
    ("yes", "Recommends"),
    ("reserved", "Recommends with reservations"),
    ("no", "Does not recommend"),
)
MESSAGE_STATES = options(
    ("queued", "Queued", "grey"),
    ("sent", "Sent", "green"),
    ("failed", "Failed", "red"),
    ("bounced", "Came back", "red"),
    ("received", "Received", "blue"),
)

"""`received` is a mail of the applicant or of a referee."""

CONSENT_VERSION = 1
CONSENT = (
    "I agree that Staffroom keeps this application and asks my referees about me. An application that is declined or "
    f"withdrawn is deleted after {KEPT_MONTHS} months."
)
"""The wording of `CONSENT_VERSION`. A new wording has a new version."""

CLOSED = "This application has ended and can no longer be changed"
REFERENCES_MISSING = "Two references are needed; received: {count}"
CHECKS_MISSING = "These checks are missing or have expired: {names}"
CHECKS_WAIVED = "These required checks are marked as not required: {names}"
NO_REASON = "no reason given"
TUTOR_EXISTS = "There is already a tutor with this email address"
NO_EMAIL = "The application has no email address"
REASON = "Please say why (minimum 10 characters)"
LEAST_REASON = 10
