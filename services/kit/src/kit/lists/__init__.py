"""Lists: ListSpec and the parts of its declaration, for the modules that declare lists.

The rooms, each of which imports only those above it:

- `spec`: what a list declares.
- `request`: what is asked of a list, and its SQL.
- `others`: other lists, of this service and of others, whose columns a list can show.
- `formulas`: columns computed from others.
- `figures`: counts and sums of the rows by groups, and statistics.
- `bulk`: changes of many records as a job: edits, moves and imports.
- `exports`: the rows as a file: spreadsheet, PDF or a bundle of documents.

`known` finds a list by its name, `serve` answers for its pages, `sheets` reads and writes spreadsheets.
"""

from kit.lists.exports.printing import Bundle, Paper
from kit.lists.spec import (
    COUNT_CAP,
    PAGE_SIZES,
    SEARCH_MINIMUM,
    SOUGHT,
    AsOf,
    Board,
    By,
    Calendar,
    Cards,
    Column,
    Dimension,
    Figures,
    Filter,
    ListSpec,
    Past,
    Period,
    Tab,
    Timeline,
    Totals,
    View,
    archived_filter,
    bound,
    months_later,
)

__all__ = [
    "COUNT_CAP",
    "PAGE_SIZES",
    "SEARCH_MINIMUM",
    "SOUGHT",
    "AsOf",
    "Board",
    "Bundle",
    "By",
    "Calendar",
    "Cards",
    "Column",
    "Dimension",
    "Figures",
    "Filter",
    "ListSpec",
    "Paper",
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
