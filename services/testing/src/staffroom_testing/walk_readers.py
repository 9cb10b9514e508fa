"""Internal values (`kit.policy.readers`): persons without the role staff get none of them in any call.

Every internal column of every table gets a unique value. Then each demo account that is not staff makes every GET that
it may make, of every record that it reaches, requests every list in each of its forms, and searches and filters by that
value: no answer contains it, and no answer depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database import Database, Tx
from kit.errors import Refused
from kit.http.operations import fixed_path
from kit.lists import ListSpec
from kit.lists.exports import export
from kit.policy import OFFICE, Actor
from kit.policy.readers import marked
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import sized
from staffroom_testing.walking import Walking, filled

SECRET = "qzxjhidden"  # noqa: S105  text to search for, no password
"""A text that does not occur in the demo data."""
NUMBER = 7_340_033_771
_AUTHOR = re.compile(r"^(created|modified|entered|email_sent)_by(_id|_name)?$")
_RECORDS = sized(3, 25)


def outsiders() -> dict[str, Actor]:
    """Return the demo accounts without the role staff."""
    return {name: who for name, who in accounts().items() if who.signed_in and "staff" not in who.roles}


class ReadersWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @pytest.fixture
    def marked_demo(self, demo: Database) -> Iterator[Database]:
        """The demo data with the secret in every internal column of texts or numbers; the values are restored
        afterwards."""
        before: list[tuple[sa.Table, list[str], list[dict[str, Any]]]] = []
        with demo.transaction(accounts()["sysadmin"]) as tx:
            tx.execute(sa.text("set local session_replication_role = replica"))  # no trigger, no reference
            for table in self.service.metadata.tables.values():
                names = [column.name for column in table.c if _hidden(column)]
                if names and "id" in table.c:
                    rows = tx.all(sa.select(table.c.id, *(table.c[name] for name in names)).order_by(table.c.id))
                    before.append((table, names, rows))
                    _write(tx, table, names)
        yield demo
        with demo.transaction(accounts()["sysadmin"]) as tx:
            tx.execute(sa.text("set local session_replication_role = replica"))
            for table, names, rows in before:
                if rows:
                    back = {name: sa.bindparam(f"was_{name}", type_=table.c[name].type) for name in names}
                    put = sa.update(table).where(table.c.id == sa.bindparam("of", type_=table.c.id.type)).values(back)
                    values = [{"of": row["id"]} | {f"was_{name}": row[name] for name in names} for row in rows]
                    tx.connection.execute(put, values)

    def test_author_columns_are_internal_or_marked(self) -> None:
        """Check that the author of a record is internal, unless a mark of the column says that others may read it."""
        unmarked = [
            f"{table.name}.{column.name}"
            for table in self.service.metadata.tables.values()
            for column in table.c
            if _AUTHOR.match(column.name) and marked(column) is None
        ]
        assert not unmarked, f"for whom are {', '.join(unmarked)}?"

    def test_answers_to_outsiders_contain_no_internal_value(self, marked_demo: Database) -> None:
        leaks, asked = [], 0
        for name, who in outsiders().items():
            for path in self._calls(marked_demo, who):
                answer = self.call(who, "GET", path)
                asked += answer.status_code == 200
                assert answer.status_code < 500 or answer.status_code == 503, f"{name} GET {path}: {answer.text[:200]}"
                if SECRET in answer.text or str(NUMBER) in answer.text:
                    leaks.append(f"{name} GET {path}: {_around(answer.text)}")
        assert asked, "no demo account without the role staff reads anything"
        assert not leaks, "\n".join(leaks[:20])

    def test_outsiders_cannot_search_internal_values(self, marked_demo: Database) -> None:
        """Search, filter and sort by the value: a result that depends on it would reveal it like an answer."""
        wrong = []
        for spec in self.service.lists:
            path = filled(spec.path, self._path_of(spec))
            for name, who in outsiders().items():
                if not spec.may(who):
                    continue
                answer = self.call(who, "GET", path, params={"search": SECRET, "page": 1})
                if answer.status_code != 200 or answer.json()["total"] > len(spec.pinned):
                    wrong.append(f"{name} finds {answer.text[:100]} in {spec.name}")
                hidden = spec.left_out_for(who)
                for column in (one for one in spec.columns if one.name in hidden):
                    if column.sortable:
                        refused = self.call(who, "GET", path, params={"sort": column.name, "page": 1})
                        if refused.status_code != 422:
                            wrong.append(f"{name} sorts {spec.name} by {column.name}")
                    try:
                        export.read(spec, who, {"format": "xlsx", "columns": [column.name]}, {}, {})
                        wrong.append(f"{name} exports {column.name} of {spec.name}")
                    except Refused:
                        pass
                for entry in (one for one in spec.filters if f"?{one.name}" in hidden):
                    refused = self.call(who, "GET", path, params={entry.name: "true", "page": 1})
                    if refused.status_code != 422 or "Unknown filter" not in refused.text:
                        wrong.append(f"{name} filters {spec.name} by {entry.name}")
        assert not wrong, "\n".join(wrong)

    def _path_of(self, spec: ListSpec) -> dict[str, Any]:
        path: dict[str, Any] = self.examples.lists.get(spec.name, {}).get("path", {})
        return path

    def _calls(self, demo: Database, who: Actor) -> Iterator[str]:
        """Return the addresses of the GET calls that the account may make: of lists each form, of records those it
        reaches."""
        records = {fieldset.path: fieldset for fieldset in self.service.fieldsets}
        lists = {spec.path: spec for spec in self.service.lists}
        for method, path, may in self.service.rules():
            if method != "GET" or not may(who) or path.endswith(".ics"):
                continue
            if path in lists:
                spec = lists[path]
                yield filled(path, self._path_of(spec))
                yield f"{filled(path, self._path_of(spec))}?page=1&pageSize=250"
                yield from self._groupings(spec, who)
                continue
            base = next((one for one in sorted(records, key=len, reverse=True) if path.startswith(one)), None)
            if base is not None:
                for number in self._some_reached(demo, records[base], who):
                    yield filled(path, {"id": number})
            elif "{" not in path or "userId" in path:
                yield filled(path, {"userId": who.user_id})
            else:
                for number in (1, 2, 3):
                    yield re.sub(r"\{[^}]+\}", str(number), path)

    def _groupings(self, spec: ListSpec, who: Actor) -> Iterator[str]:
        figures = spec.seen_by(who).figures
        for dimension in figures.dimensions if figures is not None else ():
            yield f"{fixed_path(spec.path)}/figures?by={dimension}"

    def _some_reached(self, demo: Database, fieldset: Any, who: Actor) -> list[int]:
        mine = sa.select(fieldset.table.c.id).where(fieldset.scope.where(who)).limit(_RECORDS)
        with demo.read() as connection:
            return list(connection.execute(mine).scalars())


def _write(tx: Tx, table: sa.Table, names: list[str]) -> None:
    """Put the secret into these columns; only into text columns if a constraint compares the numbers."""
    secrets = {name: _secret(table.c[name]) for name in names}
    try:
        with tx.connection.begin_nested():
            tx.connection.execute(sa.update(table).values(secrets))
    except sa.exc.IntegrityError:
        tx.execute(sa.update(table).values({name: one for name, one in secrets.items() if one == SECRET}))


def _hidden(column: sa.Column[Any]) -> bool:
    return marked(column) is OFFICE and column.computed is None and _secret(column) is not None


def _secret(column: sa.Column[Any]) -> Any:
    if isinstance(column.type, JSONB):
        return None
    if isinstance(column.type, sa.String):
        return SECRET
    return NUMBER if isinstance(column.type, sa.BigInteger) and not column.foreign_keys else None


def _around(text: str) -> str:
    place = max(text.find(SECRET), text.find(str(NUMBER)))
    return text[max(0, place - 120) : place + 40]
