"""ListSpec and what a list is declared with."""

from kit.lists.spec import COUNT_CAP, PAGE_SIZES, Column, Filter, ListSpec, Tab, Totals, archived_filter

__all__ = ["COUNT_CAP", "PAGE_SIZES", "Column", "Filter", "ListSpec", "Tab", "Totals", "archived_filter"]
