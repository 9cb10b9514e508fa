"""Answers of lists but their pages (`kit.http.answers`): columns, views, sums, and previews of changes of many rows."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from kit.http.shapes.figures import Figure
from kit.http.shapes.forms import FormField, Option

ColumnType = Literal[
    "text",
    "id",
    "integer",
    "decimal",
    "money",
    "percent",
    "boolean",
    "date",
    "datetime",
    "select",
    "tags",
    "email",
    "richtext",
]


class ListColumn(TypedDict):
    """A column of a list; `currency` names the column with the currency of its amounts. `labels` are labels of options
    in rows where a boolean column is true, by that column. `choosable` is present, and false, for a column that people
    cannot show. `remote` is present, and true, for a column whose values are read from another service: it is shown and
    exported, but cannot sort or group. Each filter of `fixedBy`, set to one value, leaves rows that share their value
    in the column."""

    name: str
    title: str
    type: ColumnType
    sortable: bool
    hidden: bool
    choosable: NotRequired[bool]
    remote: NotRequired[bool]
    fixedBy: NotRequired[list[str]]
    width: NotRequired[int]
    options: NotRequired[list[Option]]
    labels: NotRequired[dict[str, dict[str, str]]]
    currency: NotRequired[str]


class ListFilter(TypedDict):
    """A filter of a list; `default` applies if the request has no value. `of` is the type of a range's bounds, `quick`
    selects the quick ranges of days: past, due (overdue first), both or none. The page does not offer a `hidden`
    filter, but keeps it when figures link by it."""

    name: str
    title: str
    type: Literal["select", "boolean", "range", "text"]
    options: NotRequired[list[Option]]
    optionsFrom: NotRequired[str]
    archivedFrom: NotRequired[str]
    default: NotRequired[bool]
    hidden: NotRequired[bool]
    of: NotRequired[Literal["date", "number", "money"]]
    quick: NotRequired[Literal["past", "due", "both", "none"]]


class ListTabs(TypedDict):
    """A filter shown as a row of tabs, as a choice next to the title, or among the filters; the page opens with
    `default`, by default its first tab."""

    name: str
    title: str
    options: list[Option]
    shown: Literal["tabs", "title", "filter"]
    default: NotRequired[str]


class ListRights(TypedDict):
    """The rights of the caller on the rows of a list."""

    add: bool
    edit: bool
    delete: bool
    export: bool


class ListForm(TypedDict):
    """The call that adds or edits a row, and its fields."""

    path: str
    fields: list[FormField]


class ListRemoval(TypedDict):
    """The call that deletes a row."""

    path: str


class ListSums(TypedDict):
    """The sums of `GET <list>/totals`, and their grouping."""

    by: list[str]
    sums: list[str]


class ListFigures(TypedDict):
    """The dimensions and sums of `GET <list>/figures`."""

    by: list[Figure]
    sums: list[Figure]
    asOf: NotRequired[FiguresOfPast]


class FiguresOfPast(TypedDict):
    """The dimensions and sums that are available for a past day, by name."""

    by: list[str]
    sums: list[str]


class ListColumns(TypedDict):
    """`GET <list>/columns`: the metadata from which a table is drawn. `one` is the singular noun for a row, `naming`
    the column with the name of a row. With `computed`, `joins` are the columns of other lists that formulas may
    read."""

    name: str
    title: str
    one: str
    naming: str
    rowKey: str
    target: str
    columns: list[ListColumn]
    filters: list[ListFilter]
    tabs: list[ListTabs]
    defaultSort: str
    pageSizes: list[int]
    defaultPageSize: int
    may: ListRights
    add: ListForm | None
    edit: ListForm | None
    delete: ListRemoval | None
    totals: NotRequired[ListSums]
    figures: NotRequired[ListFigures]
    views: NotRequired[ListViews]
    moves: NotRequired[list[SelectionMove]]
    changes: NotRequired[ListFields]
    imports: NotRequired[ListFields]
    joins: NotRequired[list[ListColumn]]


class ListFields(TypedDict):
    """The fields that can be changed on a selection, or filled from the columns of a file."""

    fields: list[FormField]


class ListView(TypedDict):
    """A view of rows: the columns of a row's name and lines, and the filters that the view itself sets."""

    title: str
    lines: list[str]
    filters: list[str]


class ListCards(ListView):
    """Cards: the column of the badge, "" for none, and whether a row is a person with a picture."""

    badge: str
    picture: bool


class ListCalendar(ListView):
    """Rows by date: the columns of start, end and colour, "" for none; `timed` rows have hours. The filter `days`
    leaves those in `from..to`."""

    start: str
    end: str
    color: str
    timed: bool
    days: str


class ListTimeline(ListCalendar):
    """Bars from start to end, in a lane for each value of a column."""

    lane: str


class ListViews(TypedDict, total=False):
    """The views of a list, by kind."""

    board: ListBoard
    calendar: ListCalendar
    timeline: ListTimeline
    cards: ListCards


class ListBoard(ListView):
    """A board: its lanes by the values of a filter, the lanes that each move leads to, and the column whose `sum` each
    lane shows; empty without one."""

    by: str
    lanes: list[Option]
    leads: dict[str, list[str]]
    sum: str


class SelectionMove(TypedDict):
    """A move that can be made on a selection of a list; `text` describes its effect."""

    name: str
    title: str
    style: Literal["primary", "default", "danger"]
    text: str
    needs: list[FormField]
    undo: bool


class RefusalCount(TypedDict):
    """The text of a refusal, and the number of records that get it."""

    text: str
    count: int


class MovePreview(TypedDict):
    """`POST <list>/moves/preview`: of `count` records, `possible` can be moved as far as is known in advance."""

    count: int
    possible: int
    refusals: list[RefusalCount]


class MoveOutcome(TypedDict):
    """The outcome of one record; `refusal` is null if it was moved."""

    id: int
    refusal: str | None


class EditPreview(TypedDict):
    """`POST <list>/edits/preview`: of `count` records, `possible` would change, and `unchanged` have the value
    already."""

    count: int
    possible: int
    unchanged: int
    refusals: list[RefusalCount]


class Subtotal(TypedDict):
    """A group of rows: the values of the columns that it is grouped by, and its currency if amounts have one."""

    values: list[Any]
    currency: str | None
    count: int
    sums: dict[str, float | int]


class Subtotals(TypedDict):
    """`GET <list>/subtotals`. `truncated` if there are more groups than the answer contains."""

    groups: list[Subtotal]
    truncated: bool


class LeftOutOfPrint(TypedDict):
    """A record that a print leaves out, and the reason."""

    id: int
    reason: str


class PrintPreview(TypedDict):
    """`POST <list>/print/summary`: of `total` records `ready` would be printed."""

    total: int
    ready: int
    skipped: list[LeftOutOfPrint]


class Count(TypedDict):
    """`GET <list>/count`: the exact count."""

    total: int
