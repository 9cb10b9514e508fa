"""The cost of opening a slip."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from services.teaching.tests.builders import COMPLETE, make_copies, make_slip
from staffroom_testing import actor
from staffroom_testing.databases import statements
from staffroom_testing.plugin import ClientFor


@pytest.mark.parametrize("who", [actor("staff"), actor("tutor", persons={"tutor": 1})])
def test_a_slip_opens_with_at_most_eight_statements(client: ClientFor, database: Database, who: Any) -> None:
    make_copies(database)
    slip = make_slip(database, **COMPLETE)
    with statements() as sent:
        assert client(who).get(f"/api/v1/slip/{slip}").status_code == 200
    assert 0 < len(sent) <= 8, sent
