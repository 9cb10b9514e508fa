"""ListSpec: a list declared once. It serves the page, the count, the column metadata from which the web draws its
table, and the spreadsheet and PDF export of the whole filtered list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from kit.lists.spec import views
from kit.lists.spec.columns import Column, Filter, Tab, Totals
from kit.lists.spec.figures import Figures
from kit.lists.spec.rights import RowRights
from kit.lists.spec.views import View
from kit.policy import Actor, Readers, Rule, Scope, readers_of, staff
from kit.records import FieldSet, archived
from kit.values.labels import humanize

if TYPE_CHECKING:
    from kit.workflow import Workflow

PAGE_SIZES = (10, 25, 50, 75, 100, 250, 500, 1000)
DEFAULT_PAGE_SIZE = 50
COUNT_CAP = 10_001
SEARCH_MINIMUM = 3
_OF_RECORD: Any = None
"""Stands for a value that a list takes from the field set of its rows."""


@dataclass(frozen=True, kw_only=True)
class ListSpec:
    """Rows, scope, columns, filters, tabs, search and default sort of one list.

    `source` is a table or join, `key` its unique integer column (the row key and the tie-break of every sort); an outer
    join must add at most one row, and is omitted if nothing of it is read. `path` is the call; `where` a condition that
    always applies.

    `search` is a text column with a `search_index`. A list without one searches the text columns it shows, row by row,
    which is enough for some thousand rows. `search_also(pattern)` is a condition that finds a row by a word elsewhere,
    such as the names of its people. `phones` is `kit.database.searching.digits` of the telephone numbers of a row, with
    a `phone_index`: a number is found however it is written. Rows that are `numbered` are found by their key: `#123`,
    `123`, `ticket 123`.

    `naming` is the column with the name of a row, by default the first text column: it is the first column of the
    table, and a link. `one` is the singular noun for a row, by default the name of its field set: `New claim`. `target`
    is the screen that a double click opens. `legacy` returns the whole list, compact, when no page is requested.

    `edit` makes rows editable in place, and adds create and delete. `record` is the field set of the rows if they are
    not edited in the list, `workflow` the workflow of rows that have no field set. Path, source, key, scope and `may`
    default to the field set's; without one, source, key and scope default to the workflow's. If records have
    moves, each row of a page has the caller's rights on it (`kit.lists.spec.rights`).
    """

    name: str
    title: str
    columns: Sequence[Column]
    default_sort: str
    naming: str = _OF_RECORD
    one: str = _OF_RECORD
    path: str = _OF_RECORD
    source: sa.FromClause = _OF_RECORD
    key: sa.ColumnElement[int] = _OF_RECORD
    scope: Scope = _OF_RECORD
    may: Rule = _OF_RECORD
    where: sa.ColumnElement[bool] | None = None
    filters: Sequence[Filter] = ()
    tabs: Sequence[Tab] = ()
    search: sa.ColumnElement[str] | None = None
    search_also: Callable[[sa.ColumnElement[str]], sa.ColumnElement[bool]] | None = None
    phones: sa.ColumnElement[str] | None = None
    numbered: bool = False
    target: str = ""
    edit: FieldSet | None = None
    record: FieldSet | None = None
    workflow: Workflow | None = None
    export: Rule | None = None
    legacy: bool = True
    aliases: Sequence[str] = ()
    pinned: Sequence[Mapping[str, Any]] = ()
    totals: Totals | None = None
    figures: Figures | None = None
    views: Sequence[View] = ()
    rights: RowRights | None = field(default=None, init=False, repr=False, compare=False)
    """The rights that each row carries; None for a list whose rows carry none."""
    row_workflow: Workflow | None = field(default=None, init=False, repr=False, compare=False)
    """The workflow of the rows; None if the key of a row is not that of a record with moves."""
    named: str = field(default="", init=False, repr=False, compare=False)
    """The column with the name of a row: `naming`, or derived from the columns."""
    computed: str = field(default="", repr=False)
    """The parameter of the computed columns of this list (`kit.lists.formulas`)."""
    left_out: frozenset[str] = field(default=frozenset(), repr=False)
    """Names of the columns and filters that `seen_by` removed from this list."""
    _columns: dict[str, Column] = field(default_factory=dict, init=False, repr=False)
    _filters: dict[str, Filter] = field(default_factory=dict, init=False, repr=False)
    _marked: dict[str, tuple[Readers, ...]] = field(default_factory=dict, init=False, repr=False)
    """The readers of columns, of filters (`?name`), of the search ("") and of telephone numbers in it ("+"), unless
    everybody may read them."""
    _seen: dict[frozenset[str], ListSpec] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        record = self.record or self.edit
        if record is not None:
            self._complete(record, path=record.collection, may=record.read)
        elif self.workflow is not None:
            self._complete(self.workflow)
        self._name_rows(record)
        if unsaid := [name for name in ("path", "source", "key", "scope", "may") if getattr(self, name) is _OF_RECORD]:
            raise ValueError(f"list {self.name} has neither {', '.join(unsaid)} nor a field set that says it")
        self._columns.update({column.name: column for column in self.columns})
        self._filters.update({entry.name: entry for entry in self.filters})
        if self.figures is not None:
            object.__setattr__(self, "figures", self.figures.of(self.name, self._columns, self._filters))
        for column in self.columns:
            stored = column.key()
            if column.sortable and isinstance(stored, sa.Column) and stored.nullable:
                raise ValueError(f"list {self.name}: {column.name} sorts by a nullable column; give it a `sort`")
        for entry in self.default_sort.split(","):
            name = entry.lstrip("-")
            if name not in self._columns or not self._columns[name].sortable:
                raise ValueError(f"list {self.name}: default sort by {name}, which is not sortable")
        workflow = self.workflow or (record.workflow if record is not None else None)
        if workflow is not None:
            object.__setattr__(self, "rights", RowRights(self._columns.keys(), record, workflow))
            if self.key is workflow.table.c.id:
                object.__setattr__(self, "row_workflow", workflow)
        views.check(self)
        self._add_filters(views.added_filters(self))
        read_by = {entry.name: entry.read_by() for entry in self.columns if entry.name != "id"}
        read_by |= {f"?{entry.name}": entry.read_by() for entry in self.filters} | {"": readers_of(self.search)}
        read_by |= {"+": readers_of(self.phones)}
        self._marked.update({name: readers for name, readers in read_by.items() if readers})

    def _add_filters(self, added: Sequence[Filter]) -> None:
        """Add the filters of the views; a list derived from another one already has them."""
        names = {entry.name for entry in added}
        mine = (entry for entry in self.filters if entry.name not in names)
        object.__setattr__(self, "filters", (*mine, *added))
        self._filters.update({entry.name: entry for entry in added})

    def _complete(self, of: FieldSet | Workflow, **more: Any) -> None:
        """Take from the field set or the workflow of the rows what the list does not declare."""
        defaults = {"source": of.table, "key": of.table.c.id, "scope": of.scope}
        for name, value in (defaults | more).items():
            if getattr(self, name) is _OF_RECORD:
                object.__setattr__(self, name, value)

    def _name_rows(self, record: FieldSet | None) -> None:
        """Derive the naming column and the noun of a row if the list does not declare them."""
        if self.one is _OF_RECORD:
            object.__setattr__(self, "one", humanize(record.name).lower() if record is not None else "")
        shown = [column for column in self.columns if not column.hidden]
        ranked = sorted(shown, key=lambda column: (column.type == "id", column.type != "text"))
        named = (ranked[0].name if ranked else "") if self.naming is _OF_RECORD else self.naming
        if named not in {column.name for column in shown}:
            raise ValueError(f"list {self.name}: its rows are named by {named}, which is no column that it shows")
        object.__setattr__(self, "named", named)

    def seen_by(self, actor: Actor) -> ListSpec:
        """Return the list for the actor: without columns and filters that the actor may not read, in rows, sorts,
        search, tabs, figures, views, totals and exports alike."""
        names = self.left_out_for(actor)
        if not names:
            return self
        spec = self._seen.get(names)
        if spec is None:
            spec = self._seen[names] = self._without(names)
        return spec

    def left_out_for(self, actor: Actor) -> frozenset[str]:
        """Return the names of columns, of filters (`?name`), of the search ("") and of telephone numbers in it ("+")
        that the actor may not read."""
        marked = self._marked.items()
        return frozenset(name for name, by in marked if not all(one.of_rows(actor, self.scope) for one in by))

    def _without(self, names: frozenset[str]) -> ListSpec:
        columns = [entry for entry in self.columns if entry.name not in names]
        filters = [entry for entry in self.filters if f"?{entry.name}" not in names]
        kept = {entry.name for entry in filters}
        totals = self.totals
        if totals is not None:
            totals = Totals(
                by={name: one for name, one in totals.by.items() if not readers_of(one)},
                sums={name: one for name, one in totals.sums.items() if not readers_of(one)},
            )
        return replace(
            self,
            columns=columns,
            filters=filters,
            tabs=[tab for tab in self.tabs if tab.filter in kept],
            figures=self.figures.without_columns(names - {"", "+"}, kept) if self.figures is not None else None,
            views=[view.without_columns(names) for view in self.views],
            totals=totals,
            search=None if "" in names else self.search,
            phones=None if "+" in names else self.phones,
            left_out=names,
        )

    def asking(self, actor: Actor, query: Mapping[str, str]) -> Actor:
        """Return the caller with further rows that another service lets them see: a list may override it."""
        return actor

    def column(self, name: str) -> Column | None:
        return self._columns.get(name)

    def sort_key(self, name: str) -> sa.ColumnElement[Any]:
        """Return the expression that a sortable column sorts by."""
        return self._columns[name].key()

    def filter(self, name: str) -> Filter | None:
        return self._filters.get(name)

    def fixed_by(self, column: str) -> list[str]:
        """Return the names of the filters which, with one value, leave rows that share their value in the column. A
        list inside the page of a record hides such a column: `studentId` fixes the student. They are filters that name
        the column, those of figures' `By` with its text, and filters that compare by it and have its own name or its
        name with `Id`."""
        by_text = self.figures.told_by(column) if self.figures is not None else ()
        names = {column, f"{column}Id"}
        return [
            entry.name
            for entry in self.filters
            if entry.column == column
            or entry.name in by_text
            or (entry.name in names and entry.kind == "select" and not entry.column and entry.condition is None)
        ]

    @property
    def searched(self) -> sa.ColumnElement[str]:
        """The text that a search looks through."""
        if self.search is not None:
            return self.search
        shown = [column.expression for column in self.columns if column.type == "text" and not column.hidden]
        return sa.func.concat_ws(" ", *shown)

    def takes_none(self, entry: Filter) -> bool:
        """Return whether the filter's value `none` leaves the rows without a value: figures group by it, and none of
        its options has that name."""
        named = self.figures is not None and entry.name in self.figures.without
        return named and all(str(option.value) != "none" for option in entry.options)

    def meta(self, connection: sa.Connection, actor: Actor) -> dict[str, Any]:
        """Return the answer of `GET <path>/columns`."""
        edit = self.edit
        tabbed = {tab.filter for tab in self.tabs}
        may_add = edit is not None and edit.create is not None and edit.create.may(actor)
        may_edit = edit is not None and any(edit.rule(entry)(actor) for entry in edit.fields.values())
        may_delete = edit is not None and edit.delete is not None and edit.delete.may(actor)
        export = self.export or self.may
        meta: dict[str, Any] = {
            "name": self.name,
            "title": self.title,
            "one": self.one,
            "naming": self.named,
            "rowKey": "id",
            "target": self.target,
            "columns": [column.meta(self.fixed_by(column.name)) for column in self.columns],
            "filters": [
                self._filter_meta(entry, actor)
                for entry in self.filters
                if entry.name not in tabbed and (self._offers(entry, actor) or self._leads(entry))
            ],
            "tabs": [tab.meta(self._filters[tab.filter], connection, actor) for tab in self.tabs],
            "defaultSort": self.default_sort,
            "pageSizes": list(PAGE_SIZES),
            "defaultPageSize": DEFAULT_PAGE_SIZE,
            "may": {"add": may_add, "edit": may_edit, "delete": may_delete, "export": export(actor)},
            "add": None,
            "edit": None,
            "delete": None,
        }
        if self.totals is not None:
            meta["totals"] = {"by": list(self.totals.by), "sums": list(self.totals.sums)}
        if self.figures is not None:
            meta["figures"] = self.figures.meta()
        if self.views:
            meta["views"] = views.by_kind(self)
        if self.row_workflow is not None and self.row_workflow.of_selections:
            meta["moves"] = [move.of_selection() for move in self.row_workflow.of_selections if move.who(actor)]
        if edit is not None and edit.create is not None:
            fields = [edit.field_meta(edit.fields[name]) for name in edit.create.fields]
            meta["add"] = {"path": edit.create.path, "fields": fields}
        if edit is not None:
            fields = [edit.field_meta(entry) for entry in edit.fields.values() if self.column(entry.name)]
            meta["edit"] = {"path": edit.path, "fields": fields}
        if edit is not None and edit.delete is not None:
            meta["delete"] = {"path": edit.delete.path}
        return meta

    @staticmethod
    def _offers(entry: Filter, actor: Actor) -> bool:
        return not entry.hidden and entry.offered_to(actor)

    def _leads(self, entry: Filter) -> bool:
        """Return whether figures are grouped by the filter: their marks lead to the rows by it, even if it is not
        offered."""
        return self.figures is not None and any(one.entry is entry for one in self.figures.dimensions.values())

    def _filter_meta(self, entry: Filter, actor: Actor) -> dict[str, Any]:
        if not self._offers(entry, actor):
            # Only the office chooses from the names of others.
            named = () if staff(actor) else ("optionsFrom",)
            return {name: value for name, value in entry.meta().items() if name not in named} | {"hidden": True}
        source = archived.source_of(self, entry.options_from)
        return entry.meta() | ({"archivedFrom": source} if source else {})
