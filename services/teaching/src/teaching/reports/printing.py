"""Print of a selection of term reports."""

from __future__ import annotations

from kit.lists import Bundle
from teaching.reports.answers import PrintedReports
from teaching.reports.lists import REPORTS
from teaching.reports.papers.pdfs import PAPERS

PRINTED = Bundle(
    spec=REPORTS,
    papers=PAPERS.of,
    noun="report",
    shown={"student": "", "course": ""},
    answers=PrintedReports,
)
