"""Answers of kit's own calls (`docs/api.md`) as types, used by documents, pages and tests."""

from kit.http.shapes.figures import FiguresAnswer
from kit.http.shapes.forms import Form
from kit.http.shapes.jobs import Job, Operations, Started
from kit.http.shapes.lists import Count, EditPreview, ListColumns, MoveOutcome, MovePreview, PrintPreview, Subtotals
from kit.http.shapes.records import Choice, Created, FieldChange, Move, Named, Ordered
from kit.http.shapes.statistics import StatisticAnswer

__all__ = [
    "Choice",
    "Count",
    "Created",
    "EditPreview",
    "FieldChange",
    "FiguresAnswer",
    "Form",
    "Job",
    "ListColumns",
    "Move",
    "MoveOutcome",
    "MovePreview",
    "Named",
    "Operations",
    "Ordered",
    "PrintPreview",
    "Started",
    "StatisticAnswer",
    "Subtotals",
]
