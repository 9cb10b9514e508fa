"""Every dimension of every list's figures: the rows behind a group are those it counts and adds up."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from kit.database import Database
from kit.http.declared import fixed_path
from kit.lists.figures import Dimension
from kit.lists.spec import ListSpec
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

_READER = "sysadmin"
_GROUPS = 5
"""Groups of an answer whose rows are looked at."""


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
        found: dict[str, Any] = answer.json()["data"]
        return found

    def _count(self, spec: ListSpec, who: str = _READER, **asked: Any) -> int:
        return int(self.call(who, "GET", f"{fixed_path(spec.path)}/count", params=asked).json()["data"]["total"])

    def test_group_leads_to_its_rows(self, demo: Database, figure_case: tuple[ListSpec, Dimension]) -> None:
        spec, dimension = figure_case
        assert spec.figures is not None
        names = list(spec.figures.sums)
        found = self._figures(spec, by=dimension.name, sum=",".join(names))
        assert found["groups"], f"the demo data has no row of {spec.name}"
        assert found["truncated"] or sum(one["values"][0] for one in found["groups"]) == self._count(spec)
        for group in found["groups"][:_GROUPS] + found["groups"][-1:]:
            if group["filters"] is None:
                continue
            rows = self._behind(spec, group["filters"])
            sums = [sum(row[name] or 0 for row in rows) for name in names]
            assert [len(rows), *sums] == group["values"], group
            assert all(group["texts"]), group

    def _behind(self, spec: ListSpec, filters: dict[str, str]) -> list[dict[str, Any]]:
        """All rows of the list that the filters leave."""
        path = fixed_path(spec.path) if fixed_path(spec.path) in (spec.path, *spec.aliases) else spec.path
        rows: list[dict[str, Any]] = []
        asked: dict[str, Any] = {**filters, "pageSize": 1000}
        while True:
            answer = self.call(_READER, "GET", path, params=asked).json()
            rows += answer["data"]
            if not answer["next"]:
                return rows
            asked["after"] = answer["next"]

    def test_figures_by_two(self, demo: Database, figured_case: ListSpec) -> None:
        assert figured_case.figures is not None
        names = list(figured_case.figures.dimensions)
        whole = self._count(figured_case)
        for one, other in itertools.pairwise(names):
            found = self._figures(figured_case, by=f"{one},{other}")
            assert found["truncated"] or sum(group["values"][0] for group in found["groups"]) == whole, (one, other)

    def test_time_before(self, demo: Database, dated_case: tuple[ListSpec, Dimension]) -> None:
        spec, dimension = dated_case
        name = dimension.entry.name
        dated = [one for one in self._figures(spec, by=dimension.name)["groups"] if one["filters"] is not None]
        span = dated[-1]["filters"][name]
        found = self._figures(spec, by=dimension.name, compare="before", **{name: span})
        period = found["period"]
        assert f"{period['from']}..{period['to']}" == span and period["beforeTo"] < period["from"]
        before = {name: f"{period['beforeFrom']}..{period['beforeTo']}"}
        assert sum(one["before"][0] for one in found["groups"]) == self._count(spec, **before)
        assert sum(one["values"][0] for one in found["groups"]) == self._count(spec, **{name: span})
        without = self.call(
            _READER, "GET", f"{fixed_path(spec.path)}/figures", params={"by": dimension.name, "compare": "before"}
        )
        assert without.status_code == 422 and name in without.json()["error"]

    def test_figures_refuse_what_they_do_not_know(self, demo: Database, figured_case: ListSpec) -> None:
        assert figured_case.figures is not None
        first = next(iter(figured_case.figures.dimensions))
        for asked in (
            {}, {"by": "noSuchFigure"}, {"by": ",,"}, {"by": f"{first},noSuchFigure"},
            {"by": first, "sum": "noSuchSum"}, {"by": first, "compare": "after"}, {"by": first, "noSuchFilter": "1"},
        ):  # fmt: skip
            answer = self.call(_READER, "GET", f"{fixed_path(figured_case.path)}/figures", params=asked)
            assert answer.status_code == 422 and answer.json()["error"], (asked, answer.text)

    @pytest.mark.parametrize("who", ["tutor", "pt", "student", "client", "agent", "staff", "finance"])
    def test_figures_count_what_their_reader_sees(self, demo: Database, figured_case: ListSpec, who: str) -> None:
        assert figured_case.figures is not None
        first = next(iter(figured_case.figures.dimensions))
        if not figured_case.may(accounts()[who]):
            answer = self.call(who, "GET", f"{fixed_path(figured_case.path)}/figures", params={"by": first})
            assert answer.status_code == 403, answer.text
            return
        found = self._figures(figured_case, who, by=first)
        assert sum(one["values"][0] for one in found["groups"]) == self._count(figured_case, who)
