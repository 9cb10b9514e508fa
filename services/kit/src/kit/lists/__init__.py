"""ListSpec and what a list is declared with."""

from kit.lists.board import Board
from kit.lists.columns import Column, Filter, Tab, Totals, archived_filter
from kit.lists.figures import By, Figures
from kit.lists.spec import COUNT_CAP, PAGE_SIZES, ListSpec

__all__ = [
    "COUNT_CAP", "PAGE_SIZES", "Board", "By", "Column", "Figures", "Filter", "ListSpec", "Tab", "Totals",
    "archived_filter",
]  # fmt: skip
