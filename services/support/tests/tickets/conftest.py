"""Users for the tests of tickets: askers and support staff."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from services.support.tests.builders import ADMIN, directory
from services.support.tests.tickets.builders import GUIDE, TECH
from staffroom_testing import peers
from support.directory.model import invoice, slip, user


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    """Everybody of `directory`, two groups of support staff; invoice 5 about student 1, slip 9 of tutor 1 with them."""
    directory(database)
    with database.transaction(ADMIN) as tx:
        for one in (TECH, GUIDE):
            values = {"id": one.user_id, "name": one.name, "active": True, "role_ids": sorted(one.roles)}
            tx.execute(sa.insert(user).values(values))
        about: dict[str, Any] = {"currency": "GBP", "total": 100, "outstanding": 100, "is_credit_note": False}
        tx.execute(
            sa.insert(invoice).values(id=5, number="INV-5", person_kind="client", person_id=1, student_id=1, **about)
        )
        tx.execute(sa.insert(slip).values(id=9, tutor_id=1, student_id=1))


@pytest.fixture(autouse=True)
def stored() -> Iterator[None]:
    """The file store and identity, with the files and departments of the demo data."""
    with peers.answering("files", "identity"):
        yield
