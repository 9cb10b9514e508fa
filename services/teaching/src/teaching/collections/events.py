"""Subscriptions that update the copies of people and courses on a collection report."""

from __future__ import annotations

from teaching.collections import people
from teaching.collections.model import collection
from teaching.copies.events import course_title
from teaching.copies.shown import keep_course, keep_names

_c = collection.c
SUBSCRIPTIONS = (
    keep_names(collection, {"student": (_c.student_id, _c.student_name)}),
    keep_course(collection, _c.course_id, {_c.course_title: course_title}),
    people.SUBSCRIPTION,
)
