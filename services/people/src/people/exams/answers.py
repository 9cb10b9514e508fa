"""Answers of the calls of exams."""

from __future__ import annotations

from kit.http.shapes import Choice


class ExamName(Choice):
    """A choice for a form; `label` names series, board, level, subject and code."""
