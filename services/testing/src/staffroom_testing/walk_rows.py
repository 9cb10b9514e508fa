"""Rows with the caller's rights: they match the rights of the record itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.lists import ListSpec
from kit.lists.spec.rights import AskedRow
from kit.policy import Actor, Row, Rule, columns_of
from kit.records import FieldSet, crud
from kit.workflow import Workflow
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking, filled, rows

_PAGE = 250
"""Number of rows of a list that are checked for an account."""
_RECORDS = 1
"""Number of records that are opened for rows with the same rights, by each account."""


class RowWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def row_cases(cls) -> dict[str, ListSpec]:
        return {spec.name: spec for spec in cls.service.lists if spec.rights is not None}

    @classmethod
    def table_cases(cls) -> dict[str, tuple[sa.Table, list[FieldSet | Workflow]]]:
        cases: dict[str, tuple[sa.Table, list[FieldSet | Workflow]]] = {}
        for declared in (*cls.service.fieldsets, *cls.service.workflows):
            cases.setdefault(declared.table.name, (declared.table, []))[1].append(declared)
        return cases

    def test_rights_of_rows_match_their_records(self, demo: Database, row_case: ListSpec) -> None:
        """Compare, as every account, with the rules on the whole record; for some of each kind with the record's own
        call."""
        spec, record = row_case, row_case.record or row_case.edit
        workflow = spec.workflow or (record.workflow if record is not None else None)
        assert workflow is not None
        path = record.path if record is not None else self.examples.lists[spec.name]["record"]
        whole = {row["id"]: row for row in rows(demo, workflow.table, limit=1_000_000)}
        rights: dict[str, set[str]] = {}
        for who, actor in accounts().items():
            opened: dict[str, int] = {}
            for row in self._page(spec, who, actor)[0]:
                mine: dict[str, Any] = {name: row[name] for name in ("may", "moves") if name in row}
                assert mine == _expected(spec, record, workflow, actor, whole[row["id"]]), f"{who}, row {row['id']}"
                rights.setdefault(str(mine), set()).add(who)
                if opened.setdefault(str(mine), 0) < _RECORDS:
                    opened[str(mine)] += 1
                    self._compare(spec, who, filled(path, {"id": row["id"]}), mine)
        assert len(rights) > 1, f"every row of {spec.name} says the same: {rights}"

    def _rows(self, spec: ListSpec, who: str, actor: Actor) -> Iterator[dict[str, Any]]:
        """Return every row of the list that the account reaches."""
        path = next(iter(spec.aliases), spec.path)
        after: str | None = ""
        while after is not None and spec.may(actor):
            asked: dict[str, Any] = {"pageSize": 1000} | ({"after": after} if after else {})
            answer = self.call(who, "GET", path, params=asked)
            assert answer.status_code == 200, answer.text
            yield from answer.json()["data"]
            after = answer.json()["next"]

    def _page(self, spec: ListSpec, who: str, actor: Actor) -> tuple[list[dict[str, Any]], bool]:
        """Return the rows that the account reaches, and whether these are all: of a long list one page, a different one
        for each account."""
        if not spec.may(actor):
            return [], True
        path = next(iter(spec.aliases), spec.path)
        answer = self.call(who, "GET", path, params={"page": 1, "pageSize": _PAGE})
        assert answer.status_code == 200, answer.text
        pages = max(1, -(-answer.json()["total"] // _PAGE))
        turn = list(accounts()).index(who) % pages + 1
        if turn > 1:
            answer = self.call(who, "GET", path, params={"page": turn, "pageSize": _PAGE})
        return answer.json()["data"], pages == 1

    def _compare(self, spec: ListSpec, who: str, path: str, mine: dict[str, Any]) -> None:
        answer = self.call(who, "GET", path)
        assert answer.status_code == 200, f"{who} sees the row of {path} and not the record: {answer.text}"
        record = answer.json()["data"]
        assert mine["moves"] == [move["name"] for move in record["moves"]], f"{who}, {path}"
        assert ("may" in mine) == ("may" in record), path
        if "may" in mine:
            assert mine["may"] == _of_list(spec, record["may"]), f"{who}, {path}"

    def test_rules_read_only_declared_columns(
        self, demo: Database, table_case: tuple[sa.Table, list[FieldSet | Workflow]]
    ) -> None:
        """Evaluate each rule on a row that refuses undeclared columns."""
        table, declared = table_case
        asked = [one for entry in declared for one in _asked(entry) if getattr(one[0], "columns", None) is not None]
        sample = rows(demo, table, limit=60)
        for rule, ask in asked:
            columns = columns_of(rule)
            assert columns <= set(table.c.keys()), f"{rule}: {sorted(columns - set(table.c.keys()))}"
            for row in sample:
                narrow = AskedRow({name: n for n, name in enumerate(columns)}, [row[name] for name in columns])
                for actor in accounts().values():
                    assert ask(actor, narrow) == ask(actor, row)


def _expected(
    spec: ListSpec, record: FieldSet | None, workflow: Workflow, actor: Actor, row: Mapping[str, Any]
) -> dict[str, Any]:
    moves = [move.name for move in workflow.moves if not move.hidden and workflow.refused(move, actor, row) is None]
    may = {} if record is None else {"may": _of_list(spec, crud.may(record, actor, row))}
    return may | {"moves": moves}


def _of_list(spec: ListSpec, may: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a record's rights that its list can use."""
    return {"edit": [name for name in may["edit"] if spec.column(name)], "delete": may["delete"]}


Asked = tuple[Rule | Callable[..., Any], Callable[[Actor, Row], Any]]


def _asked(declared: FieldSet | Workflow) -> Iterator[Asked]:
    """Return every rule and refusal of a declaration, and how it is evaluated."""
    if isinstance(declared, Workflow):
        for move in declared.moves:
            yield move.who, move.who
            if move.when is not None:
                yield move.when, _of_caller(move.when)
        return
    deletion = declared.delete
    rules = [declared.read, declared.may, declared.history, *declared.actions.values()]
    for entry in declared.fields.values():
        rules += [rule for rule in (entry.may, *entry.seen_by) if rule is not None]
        if entry.when is not None:
            yield entry.when, _of_row(entry.when)
    if deletion is not None:
        rules.append(deletion.may)
        if deletion.when is not None:
            yield deletion.when, _of_row(deletion.when)
    for rule in rules:
        yield rule, rule


def _of_caller(refuses: Callable[[Row, Actor], Any]) -> Callable[[Actor, Row], Any]:
    return lambda actor, row: refuses(row, actor)


def _of_row(refuses: Callable[[Row], Any]) -> Callable[[Actor, Row], Any]:
    return lambda _, row: refuses(row)
