"""People with addresses, a mailbox, a mail server, the file store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from services.support.tests.builders import ADMIN, directory
from services.support.tests.inbox.builders import ADDRESS, Mails
from services.support.tests.tickets.builders import GUIDE, TECH
from staffroom_testing import peers
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.mailbox import mailbox as outbox
from support.directory.model import user
from support.mailboxes.model import mailbox

__all__ = ["outbox"]


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    """Everybody of `directory` and two groups of support staff; each has the address `user<id>@example.org`."""
    directory(database)
    with database.transaction(ADMIN) as tx:
        for one in (TECH, GUIDE):
            values = {"id": one.user_id, "name": one.name, "active": True, "role_ids": sorted(one.roles)}
            tx.execute(sa.insert(user).values(values))
        tx.execute(sa.update(user).values(email=sa.func.concat("user", user.c.id, "@example.org")))


@pytest.fixture
def mailbox_id(database: Database) -> int:
    """The mailbox of tech support."""
    with database.transaction(ADMIN) as tx:
        return tx.insert(mailbox, {"address": ADDRESS, "type": "techSupport"})


@pytest.fixture(autouse=True)
def stored() -> Iterator[None]:
    """The file store; it starts before the mail server, which reads the settings again."""
    with peers.answering("files"):
        yield


@pytest.fixture
def mails(database: Database, mailbox_id: int, outbox: Mailbox, run_jobs: Callable[[], Any]) -> Mails:
    """The mail of the mailbox: received by `take`, sent by the mail server of this process."""
    return Mails(database, mailbox_id, outbox, run_jobs)
