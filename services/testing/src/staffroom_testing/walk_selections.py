"""Moves on a selection: a preview matches the rows of the list, for every account."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kit.database import Database
from kit.http.operations import fixed_path
from kit.lists import ListSpec
from kit.lists.bulk import moving
from staffroom_testing.demo import accounts
from staffroom_testing.walk_rows import RowWalk
from staffroom_testing.walking import rows as sample


class SelectionWalk(RowWalk):
    """See `staffroom_testing.conformance`."""

    @classmethod
    def selection_cases(cls) -> dict[str, ListSpec]:
        return {spec.name: spec for spec in cls.service.lists if moving.moves(spec)}

    def test_preview_counts_rows_that_the_caller_can_move(self, demo: Database, selection_case: ListSpec) -> None:
        """Preview, as every account, a move on all matching rows, or on the page of a long list that the account sees.
        The count equals the list's count. The possible ones are the rows that offer the move, or whose records do if
        the page of one offers the move otherwise."""
        spec, workflow = selection_case, selection_case.row_workflow
        assert workflow is not None
        whole = {row["id"]: row for row in sample(demo, workflow.table, limit=1_000_000)}
        path = f"{fixed_path(spec.path)}/moves/preview"
        possible = 0
        for who, actor in accounts().items():
            asked: dict[str, Any] = {"move": moving.moves(spec)[0].name}
            if not spec.may(actor):
                assert self.call(who, "POST", path, json=asked).status_code in (401, 403), who
                continue
            rows, is_whole = self._page(spec, who, actor)
            chosen = {} if is_whole else {"ids": [row["id"] for row in rows]}
            offered = Counter(name for row in rows for name in row["moves"])
            for move in moving.moves(spec):
                if move.hidden:
                    records = (whole[row["id"]] for row in rows)
                    offered[move.name] = sum(workflow.refused(move, actor, record) is None for record in records)
                answer = self.call(who, "POST", path, json=asked | chosen | {"move": move.name})
                assert answer.status_code == 200, answer.text
                preview = answer.json()["data"]
                assert (preview["count"], preview["possible"]) == (len(rows), offered[move.name]), (who, move.name)
                assert sum(one["count"] for one in preview["refusals"]) == len(rows) - offered[move.name]
                possible += preview["possible"]
        assert possible, f"no record of {spec.name} can be moved by anybody"
