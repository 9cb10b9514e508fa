"""Every statistic for tiles of dashboards: each grouping has its groups, whose filters lead to rows of a list."""

from __future__ import annotations

from typing import Any

from kit.database import Database
from kit.http.operations import fixed_path
from kit.lists.figures.statistics import Statistic, path_of
from staffroom_testing.demo import accounts
from staffroom_testing.walking import Walking

_READER = "sysadmin"


class StatisticWalk(Walking):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def statistic_cases(cls) -> dict[str, Any]:
        return {one.path: one for one in cls.service.statistics}

    def test_groups_of_each_grouping_lead_to_rows(self, demo: Database, statistic_case: Statistic) -> None:
        known = {fixed_path(spec.path) for spec in self.service.lists}
        known |= {fixed_path(alias) for spec in self.service.lists for alias in spec.aliases}
        assert statistic_case.rows in known
        for way in statistic_case.by:
            grouped = self._grouped(statistic_case, by=way.name)
            assert len(grouped["by"]) == len(way.titles)
            assert grouped["groups"] and grouped["totals"], f"the demo data has nothing of {statistic_case.path}"
            for group in grouped["groups"]:
                assert len(group["keys"]) == len(group["texts"]) == len(way.titles) and all(group["texts"]), group
                assert len(group["values"]) == len(statistic_case.measures)
            keys = [(tuple(group["keys"]), group["currency"]) for group in grouped["groups"]]
            assert len({*keys}) == len(keys), "a chart has one mark for each key"
            first = grouped["groups"][0]["filters"]
            if first is not None:
                answer = self.call(_READER, "GET", f"{statistic_case.rows}/count", params=first)
                assert answer.status_code == 200, (first, answer.text)
                assert answer.json()["data"]["total"] > 0, first

    def test_totals_alone(self, demo: Database, statistic_case: Statistic) -> None:
        alone = self._grouped(statistic_case)
        assert (alone["by"], alone["groups"]) == ([], [])
        assert alone["totals"] == self._grouped(statistic_case, by=statistic_case.by[0].name)["totals"]

    def test_statistic_refuses_unknown_parameters(self, demo: Database, statistic_case: Statistic) -> None:
        for asked in ({"by": "noSuchWay"}, {"noSuchFilter": "1"}):
            answer = self.call(_READER, "GET", path_of(statistic_case.path), params=asked)
            assert answer.status_code == 422 and answer.json()["error"], (asked, answer.text)

    def test_statistic_is_restricted_to_its_readers(self, demo: Database, statistic_case: Statistic) -> None:
        for who, reader in accounts().items():
            answer = self.call(who, "GET", path_of(statistic_case.path))
            expected = {200} if statistic_case.may(reader) else {401, 403}
            assert answer.status_code in expected, (who, answer.text)

    def _grouped(self, statistic: Statistic, **asked: str) -> dict[str, Any]:
        answer = self.call(_READER, "GET", path_of(statistic.path), params=asked)
        assert answer.status_code == 200, (asked, answer.text)
        grouped: dict[str, Any] = answer.json()["data"]
        return grouped
