"""Mail an approved term report to the family (`writing/mailing.py`)."""

from __future__ import annotations

from kit.changes.writing import Records
from kit.jobs import Job
from kit.policy import Row
from teaching.reports.model import report, report_mail
from teaching.reports.papers.pdfs import PAPERS
from teaching.writing.mailing import FamilyMails
from teaching.writing.papers import day


def _about(row: Row) -> str:
    """Return `AQA A-level Mathematics, 1 September 2026 to 12 December 2026`."""
    return f"{row['course_title']}, {day(row['date_from'])} to {day(row['date_to'])}"


MAILS = FamilyMails(
    records=Records("report", report),
    log=report_mail,
    papers=PAPERS,
    noun="term report",
    about=_about,
    target="/system/reports?report={id}",
    job=Job("mailReport"),
)
