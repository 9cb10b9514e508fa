"""Subscriptions that update the copies of people and courses on homework."""

from __future__ import annotations

from teaching.copies.events import course_title
from teaching.copies.shown import keep_course, keep_names
from teaching.homework.model import given

_c = given.c
SUBSCRIPTIONS = (
    keep_names(given, {"tutor": (_c.tutor_id, _c.tutor_name), "student": (_c.student_id, _c.student_name)}),
    keep_course(given, _c.course_id, {_c.course_title: course_title}),
)
