"""Kinds of files as the users know them, with label and colour (`platform.md 3`)."""

from __future__ import annotations

from kit.values import Option

EXPORT = "export"
"""A produced list: private to who asked for it, gone after a week, never chosen by an uploader."""
INVOICE = "invoice"
"""The PDF of an invoice or receipt, made by finance; it belongs to whoever is invoiced."""
DOCUMENT = "document"
"""The kind of a file whose uploader names none."""

UPLOADED = (
    Option("avatar", "Avatar", "#46507a"),
    Option("profilePhoto", "Profile photo", "#3d5a73"),
    Option("examPaper", "Exam paper", "#b3312c"),
    Option("homework", "Homework", "#0f5a63"),
    Option("markedHomework", "Marked homework", "#2c7a4b"),
    Option("expenseClaim", "Expense claim", "#b4690e"),
    Option("tutorCharter", "Tutor charter", "#6a4c93"),
    Option("supportTicket", "Support ticket files", "#2b5c9e"),
    Option("bill", "Bill files", "#7a5a3a"),
    Option(DOCUMENT, "Document", "#6b7375"),
)
"""Kinds an uploader may choose."""
SHOWN = (*UPLOADED, Option(INVOICE, "Invoice", "#9d5b0c"))
"""Kinds that stand in lists."""
