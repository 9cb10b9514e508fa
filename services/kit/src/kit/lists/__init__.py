"""Lists: ListSpec and the parts of its declaration."""

from kit.lists.columns import SOUGHT, Column, Filter, Tab, Totals, archived_filter
from kit.lists.figures import AsOf, By, Figures, Past
from kit.lists.printing import Bundle, Paper
from kit.lists.spec import COUNT_CAP, PAGE_SIZES, ListSpec
from kit.lists.views import Board, Calendar, Cards, Timeline

__all__ = [
    "COUNT_CAP",
    "PAGE_SIZES",
    "SOUGHT",
    "AsOf",
    "Board",
    "Bundle",
    "By",
    "Calendar",
    "Cards",
    "Column",
    "Figures",
    "Filter",
    "ListSpec",
    "Paper",
    "Past",
    "Tab",
    "Timeline",
    "Totals",
    "archived_filter",
]
