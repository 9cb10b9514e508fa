"""Rights of the accounts, computed on the demo data and compared with `rights.md` next to the test.

The other suites derive their expectation from the rules. This one prints the effect of the rules, so that a loosened
rule is a line in a diff. `pytest <test_conformance.py> -k rights --print-rights` rewrites the file.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Row, Rule, Scope
from kit.records import FieldSet
from kit.workflow import Workflow
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

_ROWS = 300
_HEAD = """# Rights of {name}

Which of the demo accounts may what. `all staff` are the accounts of the office whatever their roles; a name with a
`~` may so with some of the records that it reaches, not with all. A field whose column `sees` is empty is seen by
whoever reaches the record. The tests print and compare this file
(`staffroom_testing.walk_rights`): a change of a rule is a change here.
"""


class RightsWalk(Walking):
    """See `staffroom_testing.conformance`."""

    rights: ClassVar[Path]

    def test_rights_match_the_printed_ones(self, demo: Database, pytestconfig: pytest.Config) -> None:
        now = "\n".join(Rights(self.service, demo).lines()) + "\n"
        if pytestconfig.getoption("--print-rights"):
            self.rights.write_text(now)
        printed = self.rights.read_text() if self.rights.exists() else ""
        changes = list(difflib.unified_diff(printed.splitlines(), now.splitlines(), "printed", "now", n=0, lineterm=""))
        assert not changes, "The rights are not as printed (--print-rights writes them):\n" + "\n".join(changes)


class Rights:
    """The tables of one service."""

    def __init__(self, service: Any, database: Database) -> None:
        self.service, self.database = service, database

    def lines(self) -> Iterator[str]:
        yield _HEAD.format(name=self.service.name)
        yield "## Calls\n"
        yield from _table(["call", "whose", "rule"], self._calls())
        if self.service.lists:
            yield "\n## Rows of lists\n"
            yield from _table(["list", "rows", "export"], self._lists())
        for fieldset in self.service.fieldsets:
            yield f"\n## Fields of {fieldset.name}\n"
            yield from _table(["field", "changes", "sees"], self._fields(fieldset))
        for workflow in self.service.workflows:
            yield f"\n## Moves of {workflow.name}\n"
            yield from _table(["move", "from", "to", "whose"], self._moves(workflow))

    def _calls(self) -> Iterator[list[str]]:
        for method, path, may in sorted(self.service.rules(), key=lambda entry: (entry[1], entry[0])):
            yield [f"`{method} {path}`", named(name for name, who in accounts().items() if may(who)), may.name]

    def _lists(self) -> Iterator[list[str]]:
        for spec in sorted(self.service.lists, key=lambda entry: entry.path):
            every = sa.true() if spec.where is None else spec.where
            whole = self._count(spec.source, every)
            shares = {
                name: _share(self._count(spec.source, every, spec.scope.where(who)), whole)
                for name, who in accounts().items()
                if spec.may(who)
            }
            export = spec.export or spec.may
            yield [f"`{spec.path}`", _shared(shares), named(name for name in shares if export(accounts()[name]))]

    def _fields(self, fieldset: FieldSet) -> Iterator[list[str]]:
        reached = self._reached(fieldset.table, fieldset.scope)
        whole = self._count(fieldset.table)
        reads = {
            name: _share(self._count(fieldset.table, fieldset.scope.where(accounts()[name])), whole)
            for name in reached
            if fieldset.read(accounts()[name])
        }
        yield ["(the record)", "", _shared(reads)]
        if fieldset.delete is not None:
            yield ["(its deletion)", _shared(_allowed(reached, fieldset.delete.may)), ""]
        for name, rule in fieldset.actions.items():
            yield [f"({name})", _shared(_allowed(reached, rule)), ""]
        yield ["(its history)", "", _shared(_allowed(reached, fieldset.history))]

        @cache
        def allowed(*rules: Rule | None) -> dict[str, str]:
            """Return the allowed accounts, computed once for all fields that have the same rules."""
            return _allowed(reached, *(rule for rule in rules if rule is not None))

        for entry in fieldset.fields.values():
            changes = {} if entry.read_only else allowed(fieldset.rule(entry), *entry.seen_by)
            sees = allowed(*entry.seen_by)
            whoever = all(sees.get(name) == "all" for name in reached)
            yield [entry.name, _shared(changes), "" if whoever else _shared(sees)]

    def _moves(self, workflow: Workflow) -> Iterator[list[str]]:
        reached = self._reached(workflow.table, workflow.scope)
        state = workflow.column.name
        for move in workflow.moves:
            leaving = {name: [row for row in mine if move.leaves(row[state])] or mine for name, mine in reached.items()}
            sources = "any" if "*" in move.source else ", ".join(move.source)
            target = " or ".join((move.target or "(stays)", *move.other_targets))
            yield [move.name, sources, target, _shared(_allowed(leaving, move.who))]

    def _count(self, source: sa.FromClause, *conditions: sa.ColumnElement[bool]) -> int:
        with self.database.read() as connection:
            counted = sa.select(sa.func.count()).select_from(source).where(sa.true(), *conditions)
            return int(connection.execute(counted).scalar_one())

    def _reached(self, table: sa.Table, scope: Scope) -> dict[str, list[Row]]:
        """Return the rows of every account that reaches any record: some hundreds."""
        reached: dict[str, list[Row]] = {}
        with self.database.read() as connection:
            for name, who in accounts().items():
                mine = sa.select(table).where(scope.where(who)).order_by(sa.func.md5(sa.cast(table.c.id, sa.Text)))
                if some := connection.execute(mine.limit(_ROWS)).mappings().all():
                    reached[name] = [dict(row) for row in some]
        return reached


def _allowed(reached: dict[str, list[Row]], *rules: Rule) -> dict[str, str]:
    """Return the accounts that all of `rules` allow something, with `all` or `some` of the records they reach."""
    shares = {}
    for name, mine in reached.items():
        who = accounts()[name]
        shares[name] = _share(sum(all(rule(who, row) for rule in rules) for row in mine), len(mine))
    return {name: share for name, share in shares.items() if share}


def _share(part: int, whole: int) -> str:
    return "" if not part else "all" if part == whole else "some"


def _shared(shares: dict[str, str]) -> str:
    some = _grouped(name for name, share in shares.items() if share == "some")
    every = _grouped(name for name, share in shares.items() if share == "all")
    return ", ".join([*every, *(f"~{name}" for name in some)])


def named(names: Iterable[str]) -> str:
    """Return accounts by name, in the order of the demo data; the office in two words if it is complete."""
    return ", ".join(_grouped(names))


def _grouped(names: Iterable[str]) -> list[str]:
    chosen = set(names)
    office = {name for name, who in accounts().items() if "staff" in who.roles}
    others = {name for name in accounts() if name not in office}
    if chosen >= office | others:
        return ["everybody"]
    if chosen >= office | others - {"anonymous"}:
        return ["everybody who is signed in"]
    whole = chosen >= office
    rest = [name for name in accounts() if name in chosen and not (whole and name in office)]
    return ["all staff", *rest] if whole else rest


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(row) + " |"
