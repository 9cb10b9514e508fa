"""Moves on a selection: what a preview says is what the rows of the list say, for every account."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kit.database import Database
from kit.http.declared import fixed_path
from kit.lists import moving
from kit.lists.spec import ListSpec
from staffroom_testing.demo import accounts
from staffroom_testing.walk_rows import RowWalk


class SelectionWalk(RowWalk):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def selection_cases(cls) -> dict[str, ListSpec]:
        return {spec.name: spec for spec in cls.service.lists if moving.moves(spec)}

    def test_a_selection_is_what_its_caller_sees(self, demo: Database, selection_case: ListSpec) -> None:
        """All that match, as every account: as many as its list has, and those can be moved whose rows offer it."""
        spec = selection_case
        path = f"{fixed_path(spec.path)}/moves/preview"
        possible = 0
        for who, actor in accounts().items():
            asked: dict[str, Any] = {"move": moving.moves(spec)[0].name}
            if not spec.may(actor):
                assert self.call(who, "POST", path, json=asked).status_code in (401, 403), who
                continue
            rows = list(self._rows(spec, who, actor))
            offered = Counter(name for row in rows for name in row["moves"])
            for move in moving.moves(spec):
                answer = self.call(who, "POST", path, json=asked | {"move": move.name})
                assert answer.status_code == 200, answer.text
                told = answer.json()["data"]
                assert (told["count"], told["possible"]) == (len(rows), offered[move.name]), (who, move.name)
                assert sum(one["count"] for one in told["refusals"]) == len(rows) - offered[move.name]
                possible += told["possible"]
        assert possible, f"no record of {spec.name} can be moved by anybody"
