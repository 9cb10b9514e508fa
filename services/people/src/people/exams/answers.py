"""Answers of the calls of exams."""

from __future__ import annotations

from typing import TypedDict


class ExamName(TypedDict):
    """A choice for a form; `label` names series, board, level, subject and code."""

    value: int
    label: str
