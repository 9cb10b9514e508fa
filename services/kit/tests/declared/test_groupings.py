"""Several groupings of a list in one statement."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.lists.figures import grouped
from kit.lists.figures.groupings import added_up, finest

from .conftest import LIST, STAFF, TUTOR


def test_groups_by_all_dimensions_are_summed_by_fewer(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grouped, "MOST_GROUPS", 1)
    with database.transaction(STAFF) as tx:
        tx.execute(
            sa.text(
                "insert into thing (title, status, due, size, owner_id) values "
                "('a', 'new', '2026-01-03', 2, 7), ('b', 'new', '2026-02-03', 3, 7), "
                "('c', 'done', '2026-01-04', 5, 8), ('d', 'done', null, 7, 7)"
            )
        )
    with database.read() as connection:
        rows = finest(connection, LIST, STAFF, {}, by=("status", "due.month"), sums=("size",))
        of_tutor = finest(connection, LIST, TUTOR, {"status": "done"}, by=(), sums=("size",))
        with pytest.raises(Invalid):
            finest(connection, LIST, STAFF, {"nothing": "1"}, by=(), sums=())
    assert len(rows) == 4, "no group is cut off"
    assert added_up(rows, ("status",), ("size",)) == [
        {"currency": None, "status": "done", "count": 2, "size": 12},
        {"currency": None, "status": "new", "count": 2, "size": 5},
    ]
    assert added_up(rows, (), ("size",)) == [{"currency": None, "count": 4, "size": 17}]
    assert of_tutor == [{"currency": None, "count": 1, "size": 7}]
