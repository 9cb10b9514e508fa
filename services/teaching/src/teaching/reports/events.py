"""Subscriptions that update the copies of people and courses on a report."""

from __future__ import annotations

from teaching.copies.events import course_title
from teaching.copies.shown import keep_course, keep_names
from teaching.reports.model import report

_c = report.c
SUBSCRIPTIONS = (
    keep_names(report, {"tutor": (_c.tutor_id, _c.tutor_name), "student": (_c.student_id, _c.student_name)}),
    keep_course(
        report, _c.course_id, {_c.course_title: course_title, _c.course_level: lambda payload: str(payload["level"])}
    ),
)
