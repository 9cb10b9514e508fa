"""The declaration of a list: `ListSpec`, its columns, filters and tabs, its figures and views."""

from kit.lists.spec.columns import SOUGHT, Column, Filter, Tab, Totals, archived_filter, bound
from kit.lists.spec.figures import AsOf, By, Dimension, Figures, Past, Period, months_later
from kit.lists.spec.listspec import COUNT_CAP, DEFAULT_PAGE_SIZE, PAGE_SIZES, SEARCH_MINIMUM, ListSpec
from kit.lists.spec.views import Board, Calendar, Cards, Timeline, View

__all__ = [
    "COUNT_CAP",
    "DEFAULT_PAGE_SIZE",
    "PAGE_SIZES",
    "SEARCH_MINIMUM",
    "SOUGHT",
    "AsOf",
    "Board",
    "By",
    "Calendar",
    "Cards",
    "Column",
    "Dimension",
    "Figures",
    "Filter",
    "ListSpec",
    "Past",
    "Period",
    "Tab",
    "Timeline",
    "Totals",
    "View",
    "archived_filter",
    "bound",
    "months_later",
]
