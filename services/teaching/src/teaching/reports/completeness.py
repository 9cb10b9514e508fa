"""Completeness of a term report: the requirements of its attributes (`teaching.md 5`)."""

from kit.completeness import Completeness
from teaching.reports.attributes import REPORT

REPORT_WHOLE = Completeness(REPORT)
