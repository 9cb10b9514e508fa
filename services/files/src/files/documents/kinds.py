"""Kinds of files with their labels and colours (`platform.md 3`)."""

from __future__ import annotations

from collections.abc import Mapping

from kit.values import Option

EXPORT = "export"
"""An exported list: private to its requester, removed after a week, never chosen by an uploader."""
INVOICE = "invoice"
"""The PDF of an invoice or receipt, produced by finance; it belongs to the invoiced person."""
REPORT = "report"
"""The PDF of a term report, produced by teaching; readers of the report may read it."""
COLLECTION = "collection"
"""The PDF of a collection report, produced by teaching; readers of the report may read it."""
APPLICATION = "application"
"""A file of a tutor application, stored by people; it is deleted with the application."""
FORM_ENTRY = "formEntry"
"""A file added to a form without an account, stored by people; it is deleted with the entry."""
WITH_RECORD = ("formEntry",)
"""Kinds of records whose files, including uploaded ones, are deleted with the record."""
DOCUMENT = "document"
"""The default kind of an upload."""

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
"""Kinds that an uploader may choose."""
SHOWN = (
    *UPLOADED,
    Option(INVOICE, "Invoice", "#9d5b0c"),
    Option(REPORT, "Term report", "#46507a"),
    Option(COLLECTION, "Collection report", "#2f6b5e"),
    Option(APPLICATION, "Tutor application", "#7a4b12"),
    Option(FORM_ENTRY, "Form", "#4a6b2a"),
)
"""Kinds that lists show."""


def needs(entity_type: str) -> Mapping[str, Mapping[str, bool]]:
    """Return the fields that the uploader asks for before it sends files of a kind, and whether each is required:
    `owner`, `reviewDate` (`money.md 7`, Upload). Only library documents are reviewed. The calls accept files without
    these fields, as before."""
    reviewed = {DOCUMENT: {"owner": False, "reviewDate": False}} if entity_type == _FOLDER else {}
    return {**reviewed, **_NEEDS}


_FOLDER = "folder"
_NEEDS: Mapping[str, Mapping[str, bool]] = {
    "tutorCharter": {"owner": True, "reviewDate": True},
    "examPaper": {"owner": False},
}
