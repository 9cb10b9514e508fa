"""Completeness of a term report: the requirements of its attributes (`teaching.md 5`), and the reason of a changed
predicted grade."""

from kit.completeness import Completeness
from teaching.reports import rules
from teaching.reports.attributes import REPORT
from teaching.writing import predicted

REPORT_WHOLE = Completeness(
    REPORT,
    predicted.needs_reason(predicted.REPORT, rules.REVIEWS, title=rules.FORM_ERRORS, before_check="gradeAchievement"),
)
