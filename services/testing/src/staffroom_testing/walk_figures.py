"""Every dimension of every list's figures: a group's rows match its count and sums."""

from __future__ import annotations

import itertools
from typing import Any

from kit.database import Database
from kit.http.operations import fixed_path
from kit.lists import Dimension, ListSpec, Period
from kit.policy import Actor
from kit.values import days
from staffroom_testing.demo import accounts
from staffroom_testing.sizes import ALL, sized
from staffroom_testing.walking import Walking

_READER = "sysadmin"
_EVERYTHING = ("*",)
"""The scope of readers who see every row."""
_GROUPS = sized(1, 5)
"""Number of groups of an answer whose rows are checked."""


class FigureWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def figured_cases(cls) -> dict[str, Any]:
        return {spec.name: spec for spec in cls.service.lists if spec.figures is not None}

    @classmethod
    def figure_cases(cls) -> dict[str, Any]:
        return {
            f"{spec.name}-{one.name}": (spec, one)
            for spec in cls.figured_cases().values()
            for one in spec.figures.dimensions.values()
        }

    @classmethod
    def dated_cases(cls) -> dict[str, Any]:
        return {name: (spec, one) for name, (spec, one) in cls.figure_cases().items() if one.period is not None}

    def _figures(self, spec: ListSpec, who: str = _READER, **asked: Any) -> dict[str, Any]:
        answer = self.call(who, "GET", f"{fixed_path(spec.path)}/figures", params=asked)
        assert answer.status_code == 200, (asked, answer.text)
        figures: dict[str, Any] = answer.json()["data"]
        return figures

    def _count(self, spec: ListSpec, who: str = _READER, **asked: Any) -> int:
        return int(self.call(who, "GET", f"{fixed_path(spec.path)}/count", params=asked).json()["data"]["total"])

    def test_group_leads_to_its_rows(self, demo: Database, figure_case: tuple[ListSpec, Dimension]) -> None:
        spec, dimension = figure_case
        assert spec.figures is not None
        names = list(spec.figures.sums)
        figures = self._figures(spec, by=dimension.name, sum=",".join(names))
        assert figures["groups"], f"the demo data has no row of {spec.name}"
        assert figures["truncated"] or sum(one["values"][0] for one in figures["groups"]) == self._count(spec)
        for group in figures["groups"][:_GROUPS] + figures["groups"][-1:]:
            if group["filters"] is None:
                continue
            self._check_rows(spec, group)
            assert all(group["texts"]), group
            assert group["filters"].keys() <= self._kept(spec), "the page drops a filter that a mark leads by"

    def _kept(self, spec: ListSpec) -> set[str]:
        """Return the filters and tabs that the page keeps in the address of the list."""
        meta = self.call(_READER, "GET", f"{fixed_path(spec.path)}/columns").json()["data"]
        return {one["name"] for one in (*meta["filters"], *meta["tabs"])}

    def _check_rows(self, spec: ListSpec, group: dict[str, Any], who: str = _READER) -> None:
        """Check that a group's rows match its count and sums."""
        assert spec.figures is not None
        rows = self._behind(spec, group["filters"], who)
        sums = [sum(row[name] or 0 for row in rows) for name in spec.figures.sums]
        assert [len(rows), *sums] == group["values"], (who, group)

    def _behind(self, spec: ListSpec, filters: dict[str, str], who: str) -> list[dict[str, Any]]:
        """Return all rows of the list that the filters leave."""
        path = fixed_path(spec.path) if fixed_path(spec.path) in (spec.path, *spec.aliases) else spec.path
        rows: list[dict[str, Any]] = []
        asked: dict[str, Any] = {**filters, "pageSize": 1000}
        while True:
            answer = self.call(who, "GET", path, params=asked).json()
            rows += answer["data"]
            if not answer["next"]:
                return rows
            asked["after"] = answer["next"]

    def test_figures_by_two(self, demo: Database, figured_case: ListSpec) -> None:
        assert figured_case.figures is not None
        names = list(figured_case.figures.dimensions)
        whole = self._count(figured_case)
        for one, other in itertools.pairwise(names):
            figures = self._figures(figured_case, by=f"{one},{other}")
            groups = figures["groups"]
            assert figures["truncated"] or sum(group["values"][0] for group in groups) == whole, (one, other)
            last = next((group for group in reversed(groups) if group["filters"] is not None), None)
            if last is None or figures["truncated"]:
                continue
            assert self._count(figured_case, **last["filters"]) == last["values"][0], (one, other)
            same = [group["values"][0] for group in groups if group["keys"][0] == last["keys"][0]]
            assert self._count(figured_case, **last["keyFilters"][0]) == sum(same), (one, other)

    def test_previous_period(self, demo: Database, dated_case: tuple[ListSpec, Dimension]) -> None:
        spec, dimension = dated_case
        name = dimension.entry.name
        # A group without a date is the last.
        dated = [one for one in self._figures(spec, by=dimension.name)["groups"] if one["keys"][0] is not None]
        span = dated[-1]["filters"][name]
        figures = self._figures(spec, by=dimension.name, compare="before", **{name: span})
        period = figures["period"]
        assert f"{period['from']}..{period['to']}" == span and period["beforeTo"] < period["from"]
        before = {name: f"{period['beforeFrom']}..{period['beforeTo']}"}
        assert sum(one["before"][0] for one in figures["groups"]) == self._count(spec, **before)
        assert sum(one["values"][0] for one in figures["groups"]) == self._count(spec, **{name: span})
        earlier = next((one for one in figures["groups"] if one["beforeFilters"] is not None), None)
        assert earlier is None or self._count(spec, **earlier["beforeFilters"]) == earlier["before"][0]
        without = self.call(
            _READER, "GET", f"{fixed_path(spec.path)}/figures", params={"by": dimension.name, "compare": "before"}
        )
        assert without.status_code == 422 and name in without.json()["error"]

    def test_figures_refuse_unknown_parameters(self, demo: Database, figured_case: ListSpec) -> None:
        assert figured_case.figures is not None
        first = next(iter(figured_case.figures.dimensions))
        for asked in (
            {},
            {"by": "noSuchFigure"},
            {"by": ",,"},
            {"by": f"{first},noSuchFigure"},
            {"by": first, "sum": "noSuchSum"},
            {"by": first, "compare": "after"},
            {"by": first, "noSuchFilter": "1"},
        ):
            answer = self.call(_READER, "GET", f"{fixed_path(figured_case.path)}/figures", params=asked)
            assert answer.status_code == 422 and answer.json()["error"], (asked, answer.text)

    def test_figures_count_rows_of_their_reader(self, demo: Database, figured_case: ListSpec) -> None:
        """Compare with sysAdmin's answer for readers of every row; for others with their own rows."""
        spec = figured_case
        dimensions = self._walked(spec)
        whole = {one.name: self._summed(spec, one) for one in dimensions}
        for who, reader in accounts().items() if ALL else self._reader_of_each_scope(spec):
            if not spec.may(reader):
                answer = self.call(who, "GET", f"{fixed_path(spec.path)}/figures", params={"by": dimensions[0].name})
                assert answer.status_code in {401, 403}, (who, answer.text)
                continue
            same = spec.scope.variant(reader) == _EVERYTHING
            count = 0 if same else self._count(spec, who)
            seen = spec.seen_by(reader).figures
            assert seen is not None
            for one in dimensions:
                if one.name not in seen.dimensions:  # by a value that this reader may not read
                    continue
                figures = self._summed(spec, one, who)
                if same:
                    assert figures == whole[one.name], (who, one.name)
                    continue
                assert sum(group["values"][0] for group in figures["groups"]) == count, (who, one.name)
                group = next((group for group in figures["groups"] if group["filters"] is not None), None)
                if group is not None:
                    self._check_rows(spec, group, who)

    @staticmethod
    def _reader_of_each_scope(spec: ListSpec) -> list[tuple[str, Actor]]:
        """Return one account for each scope that the list has for its readers, and one that may not read it."""
        kinds = {spec.scope.variant(one) if spec.may(one) else None: (who, one) for who, one in accounts().items()}
        return list(kinds.values())

    @staticmethod
    def _walked(spec: ListSpec) -> list[Dimension]:
        """Return the dimensions, of each date only the months: its other periods have the same rows."""
        assert spec.figures is not None
        return [one for one in spec.figures.dimensions.values() if one.period in {None, Period.MONTH}]

    def _summed(self, spec: ListSpec, one: Dimension, who: str = _READER, **asked: Any) -> dict[str, Any]:
        assert spec.figures is not None
        return self._figures(spec, who, by=one.name, sum=",".join(spec.figures.sums), **asked)

    def test_readers_compare_their_own_rows(self, demo: Database, figured_case: ListSpec) -> None:
        spec = figured_case
        dated = next((one for one in self._walked(spec) if one.period is not None), None)
        if dated is None:
            return
        groups = [one for one in self._summed(spec, dated)["groups"] if one["keys"][0] is not None]
        span = groups[-1]["filters"][dated.entry.name]
        for who in self._readers(spec):
            figures = self._summed(spec, dated, who, compare="before", **{dated.entry.name: span})
            period = figures["period"]
            before = {dated.entry.name: f"{period['beforeFrom']}..{period['beforeTo']}"}
            assert sum(one["before"][0] for one in figures["groups"]) == self._count(spec, who, **before), who

    def test_figures_of_a_past_day_add_up_by_each_dimension(self, demo: Database, figured_case: ListSpec) -> None:
        figures = figured_case.figures
        if figures is None or figures.as_of is None:
            return
        past = [one for one in figures.past_dimensions().values() if one.period in {None, Period.MONTH}]
        asked = {"asOf": days.today().isoformat(), "sum": ",".join(figures.as_of.sums)}
        for who in self._readers(figured_case):
            totals = [self._figures(figured_case, who, by=one.name, **asked)["totals"] for one in past]
            assert all(sorted(one, key=_currency) == sorted(totals[0], key=_currency) for one in totals), who
            assert totals[0], f"{who} sees nothing of {figured_case.name}"

    @staticmethod
    def _readers(spec: ListSpec) -> list[str]:
        """Return one account for each scope that the list has for its readers."""
        return list({spec.scope.variant(one): who for who, one in accounts().items() if spec.may(one)}.values())


def _currency(total: dict[str, Any]) -> str:
    return total["currency"] or ""
