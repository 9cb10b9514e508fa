"""The organisations that claims and bills belong to."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from finance.copies.model import organisation
from kit.database import Database
from kit.policy import as_service
from staffroom_testing.mailbox import mailbox

__all__ = ["mailbox"]


@pytest.fixture(autouse=True)
def organisations(database: Database) -> None:
    """Organisations 1 Oxford, 2 London and 3 Portugal."""
    with database.transaction(as_service("finance")) as tx:
        for number, title in enumerate(("Oxford", "London", "Portugal"), 1):
            tx.execute(sa.insert(organisation).values(id=number, title=title, currency="GBP"))
