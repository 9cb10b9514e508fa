"""Answers to calls about exams."""

from __future__ import annotations

from typing import TypedDict

from kit.http.shapes import Choice


class ExamParts(TypedDict):
    """Parts beyond the fields; `kind` is the kind of the season."""

    series: str
    kind: str


class ExamName(Choice):
    """A choice for a form; `label` names series, board, level, subject and code."""
