"""ListSpec and what a list is declared with."""

from kit.lists.spec import COUNT_CAP, PAGE_SIZES, Column, Filter, ListSpec, Tab, Totals

__all__ = ["COUNT_CAP", "PAGE_SIZES", "Column", "Filter", "ListSpec", "Tab", "Totals"]
