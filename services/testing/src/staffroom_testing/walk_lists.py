"""Every list: its columns, filters, sorts, pages, search and export."""

from __future__ import annotations

import io
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import msgspec
import openpyxl
import pytest
import sqlalchemy as sa

from kit import store
from kit.database import Database
from kit.database.searching import plain
from kit.database.sql import compiled
from kit.http.operations import fixed_path
from kit.jobs.worker import Runner
from kit.lists import PAGE_SIZES, SEARCH_MINIMUM, ListSpec, request
from kit.lists.request import query
from staffroom_testing.codes import codes_in
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import ALL, sized
from staffroom_testing.walking import Walking, filled

READER = "sysadmin"
_LARGEST_WALK = sized(500, 2_500)
"""Number of rows beyond which only the first sort is walked over all pages; the others over two."""


class ListWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def list_cases(cls) -> dict[str, Any]:
        return {spec.name: spec for spec in cls.service.lists}

    @classmethod
    def filter_cases(cls) -> dict[str, Any]:
        return {
            f"{spec.name}-{entry.name}": (spec, entry)
            for spec in cls.service.lists
            for entry in spec.filters
            if f"{{{entry.name}" not in spec.path
        }

    @classmethod
    def sort_cases(cls) -> dict[str, Any]:
        return {
            f"{spec.name}-{column.name}": (spec, column)
            for spec in cls.service.lists
            for column in spec.columns
            if column.sortable
        }

    def _list_example(self, spec: ListSpec, part: str) -> dict[str, Any]:
        example: dict[str, Any] = self.examples.lists.get(spec.name, {}).get(part, {})
        return example

    def _reader(self, spec: ListSpec) -> str:
        """Return the account that reads the list: that of its example if the list belongs to a person."""
        name: str = self.examples.lists.get(spec.name, {}).get("reader", READER)
        return name

    def _seen(self, spec: ListSpec) -> ListSpec:
        """Return the list for its reader, without internal columns."""
        return spec.seen_by(accounts()[self._reader(spec)])

    def _list(self, spec: ListSpec, **asked: Any) -> Any:
        return self.call(self._reader(spec), "GET", filled(spec.path, self._list_example(spec, "path")), params=asked)

    def _in_path(self, spec: ListSpec) -> dict[str, Any]:
        """Return the path's parameters in the form of `columns` and `count`: as filters."""
        return {name: value for name, value in self._list_example(spec, "path").items() if spec.filter(name)}

    def _list_count(self, spec: ListSpec, **asked: Any) -> int:
        fixed = fixed_path(spec.path)
        answer = self.call(self._reader(spec), "GET", f"{fixed}/count", params=self._in_path(spec) | asked)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["data"]["total"])

    def test_list_describes_itself(self, demo: Database, list_case: ListSpec) -> None:
        fixed = fixed_path(list_case.path)
        answer = self.call(self._reader(list_case), "GET", f"{fixed}/columns")
        assert answer.status_code == 200, answer.text
        meta = answer.json()["data"]
        seen = self._seen(list_case)
        assert [column["name"] for column in meta["columns"]] == [column.name for column in seen.columns]
        assert all(column["title"] for column in meta["columns"])
        assert meta["pageSizes"] == list(PAGE_SIZES)
        for tab in meta["tabs"]:
            values = [option["value"] for option in tab["options"]]
            assert "" not in values[:-1], "All is the last tab"
            if "default" in tab:
                assert tab["default"] in values
                assert self._list(list_case, page=1, **{tab["name"]: tab["default"]}).json()["data"]

    def test_list_has_rows_and_counts_them(self, demo: Database, list_case: ListSpec) -> None:
        answer = self._list(list_case, pageSize=10)
        assert answer.status_code == 200, answer.text
        body = answer.json()
        assert body["data"], f"the demo data has no row for the list {list_case.name}"
        names = {"id", *(column.name for column in self._seen(list_case).columns)}
        assert all(names <= set(row) for row in body["data"])
        assert self._list_count(list_case) == body["total"] or not body["totalIsExact"]

    def test_page_has_the_values_of_its_columns(self, demo: Database, list_case: ListSpec) -> None:
        list_case = self._seen(list_case)
        asked = request.read(list_case, {"page": "1"}, self._list_example(list_case, "path"))
        caller = accounts()[self._reader(list_case)]
        _, params = query.statement(asked, caller, request.Rows.FIRST)
        shape = request.shape(asked, caller, request.Rows.FIRST, gathered=False)
        plain_rows = compiled(query.select_rows(list_case, shape))
        with demo.cursor() as cursor:
            rows = cursor.execute(plain_rows.sql, plain_rows.params(params)).fetchall()[: asked.page_size]
        names = query.row_columns(list_case)
        values = [dict(zip(names, row, strict=False)) for row in rows]
        page = self._list(list_case, page=1).json()["data"][len(list_case.pinned) :]
        shown = [{name: row[name] for name in names} for row in page]
        assert shown == json.loads(msgspec.json.Encoder(decimal_format="number").encode(values))

    def test_list_refuses_unknown_parameters(self, demo: Database, list_case: ListSpec) -> None:
        sortable = next(column.name for column in list_case.columns if column.sortable)
        for asked, allowed in (
            ({"noSuchFilter": "1"}, "sort"),
            ({"sort": "noSuchColumn", "page": "1"}, sortable),
            ({"pageSize": "11"}, "25"),
            ({"after": "rubbish"}, "next"),
        ):
            answer = self._list(list_case, **asked)
            assert answer.status_code == 422, (asked, answer.text)
            assert allowed in answer.json()["error"]

    def test_list_searches(self, demo: Database, list_case: ListSpec) -> None:
        listed = self._list(list_case, pageSize=250).json()["data"]
        row = _searched_row(demo, list_case, [one["id"] for one in listed])
        word = max(re.findall(r"\w+", row.text), key=len)
        assert len(word) >= SEARCH_MINIMUM, f"the demo data has nothing to search in {list_case.name}"
        accented = _accented(word)
        for typed in dict.fromkeys((word, _plain_form(demo, word), accented) if ALL else (accented,)):
            pages = (self._list(list_case, search=typed, pageSize=1000, page=n).json()["data"] for n in (1, 2, 3))
            assert row.id in {one["id"] for page in pages for one in page}, f"{typed!r} does not find row {row.id}"
        assert self._list(list_case, search="ab", page=1).status_code == 422
        for word in sized(("100%",), ("abc", "100%", "a_b", "'; drop table x", "%%%")):
            answer = self._list(list_case, search=word, page=1)
            assert answer.status_code == 200, (word, answer.text)
        absent = self._list(list_case, search="zzqqxx", page=1).json()
        pinned = {row["id"] for row in list_case.pinned}
        assert absent["total"] == 0 and {row["id"] for row in absent["data"]} <= pinned

    def test_list_exports(self, demo: Database, list_case: ListSpec) -> None:
        fixed = fixed_path(list_case.path)
        wrong = self.call(self._reader(list_case), "POST", f"{fixed}/export", json={"format": "docx"})
        assert wrong.status_code == 422 and "xlsx" in wrong.json()["error"], wrong.text
        query_ = self._in_path(list_case) | {"sort": list_case.default_sort}
        for kind in ("xlsx", "pdf"):
            started = self.call(
                self._reader(list_case), "POST", f"{fixed}/export", json={"format": kind, "query": query_}
            )
            assert started.status_code == 202, started.text
            job = self.call(self._reader(list_case), "GET", f"/jobs/{started.json()['data']['id']}")
            assert job.status_code == 200 and job.json()["data"]["state"] == "queued", job.text

    def test_export_shows_no_codes(self, demo: Database, list_case: ListSpec, monkeypatch: pytest.MonkeyPatch) -> None:
        sheets: list[bytes] = []

        def keep(path: Path, *_: Any) -> int:
            sheets.append(path.read_bytes())
            return 1

        monkeypatch.setattr(store, "put", keep)
        asked = {"format": "xlsx", "query": self._in_path(list_case) | {"sort": list_case.default_sort}}
        started = self.call(self._reader(list_case), "POST", f"{fixed_path(list_case.path)}/export", json=asked)
        assert started.status_code == 202, started.text
        job = int(started.json()["data"]["id"].rsplit("-", 1)[1])
        Runner(self.service.name, self.service.jobs).run(job)
        [sheet] = sheets
        rows = openpyxl.load_workbook(io.BytesIO(sheet), read_only=True).worksheets[0].iter_rows(values_only=True)
        heads = [str(head) for head in next(rows)]
        cells = [(head, head) for head in heads]
        cells += [(head, cell) for row in rows for head, cell in zip(heads, row, strict=True) if isinstance(cell, str)]
        assert len(cells) > len(heads), f"the export of {list_case.name} has no text"
        # Some lists contain templates, which are meant to show merge fields.
        shown = ((head, cell, codes_in(cell, is_template=True)) for head, cell in cells)
        codes_shown = {f"{head} shows {codes} in '{cell[:80]}'" for head, cell, codes in shown if codes}
        assert not codes_shown, f"the export of {list_case.name}: {sorted(codes_shown)[:10]}"

    def test_filter_selects_rows_and_refuses_invalid_values(self, demo: Database, filter_case: Any) -> None:
        spec, entry = filter_case
        examples = {"archived": "false"} | self._list_example(spec, "filters")
        assert entry.name in examples, f"LISTS[{spec.name!r}]['filters'] has no example for {entry.name}"
        answer = self._list(spec, **{entry.name: examples[entry.name], "page": "1"})
        assert answer.status_code == 200, answer.text
        assert answer.json()["data"], f"the example for {entry.name} finds nothing in the demo data"
        assert self._list_count(spec, **{entry.name: examples[entry.name]}) <= self._list_count(spec)
        if entry.options or entry.kind == "boolean":
            wrong = self._list(spec, **{entry.name: "no such value", "page": "1"})
            assert wrong.status_code == 422, wrong.text

    def test_sort_walks_every_row_once(self, demo: Database, sort_case: Any) -> None:
        spec, column = sort_case
        count = self._list_count(spec)
        first = next(entry for entry in spec.columns if entry.sortable)
        whole = count <= _LARGEST_WALK or column is first
        size, most = (250, count) if whole else (25, 50)
        for sort in (column.name, f"-{column.name}") if ALL else (f"-{column.name}",):
            seen: list[int] = []
            after: str | None = ""
            while after is not None and (whole or len(seen) < most):
                paging = {"after": after} if after else {}
                answer = self._list(spec, sort=sort, pageSize=size, **paging)
                assert answer.status_code == 200, answer.text
                seen += [row["id"] for row in answer.json()["data"]]
                after = answer.json()["next"]
            assert len(seen) == len(set(seen)) == most, f"sorted by {sort}"

    def test_sort_is_served_by_an_index(self, demo: Database, sort_case: Any) -> None:
        spec, column = sort_case
        for sort in (column.name, f"-{column.name}"):
            asked = request.read(spec, {"sort": sort, "page": "1"}, self._list_example(spec, "path"))
            compiled, params = query.statement(asked, accounts()[self._reader(spec)], request.Rows.FIRST)
            with demo.transaction(accounts()[self._reader(spec)]) as tx:
                for setting in ("enable_sort", "enable_seqscan", "enable_hashjoin", "enable_mergejoin"):
                    tx.execute(sa.text(f"set local {setting} = off"))
                plan = tx.connection.exec_driver_sql("EXPLAIN (FORMAT JSON) " + compiled.sql, params).scalar_one()
            plan = plan if isinstance(plan, list) else json.loads(plan)
            assert "Sort" not in _outer(plan[0]["Plan"]), f"{spec.name} sorted by {sort} has no index: {plan}"


def _searched_row(demo: Database, spec: ListSpec, ids: list[int]) -> Any:
    """Return the key and the searched text of the row among `ids` with the longest text."""
    rows = sa.select(spec.key.label("id"), spec.searched.label("text")).select_from(spec.source)
    rows = rows.where(spec.key.in_(ids))
    with demo.read() as connection:
        return connection.execute(rows.order_by(sa.func.length(spec.searched).desc().nulls_last()).limit(1)).one()


def _plain_form(demo: Database, word: str) -> str:
    with demo.read() as connection:
        return str(connection.scalar(sa.select(plain(sa.literal(word, sa.Text)))))


def _accented(word: str) -> str:
    """Return `word` with accents on its vowels."""
    return unicodedata.normalize("NFC", re.sub("([aeiou])", "\\1\u0301", word, flags=re.IGNORECASE))


def _outer(plan: dict[str, Any]) -> list[str]:
    """Return the nodes that a row passes, from the top down to the scan that drives the rest."""
    nodes = [plan["Node Type"]]
    inner = [child for child in plan.get("Plans", ()) if child.get("Parent Relationship") == "Outer"]
    return nodes + (_outer(inner[0]) if inner else [])
