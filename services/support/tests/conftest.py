"""The tests of support."""

import uuid
from datetime import UTC, datetime

import pytest

from kit.database import Database
from kit.events import Envelope
from kit.kinds import event_of, payload
from kit.policy import as_service
from kit.service import Service
from services.support.tests.builders import DECLARED
from support import wiring
from support.kinds.events import keep


@pytest.fixture(scope="session")
def service() -> Service:
    return wiring.service


@pytest.fixture(autouse=True)
def owners(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str, int], bool]:
    """The existing records of other services by owner, kind and id; unknown unless a test adds them."""
    records: dict[tuple[str, str, int], bool] = {}
    monkeypatch.setattr("kit.records.foreign.exists", lambda owner, kind, record: records.get((owner, kind, record)))
    return records


@pytest.fixture(autouse=True)
def declared(request: pytest.FixtureRequest) -> None:
    """The kinds of all services, as received in their events."""
    if "database" not in request.fixturenames:
        return
    database: Database = request.getfixturevalue("database")
    with database.transaction(as_service("support")) as tx:
        for name, kinds in DECLARED.items():
            event = event_of(name)
            content = event.decoded(event.checked(payload(*kinds)))
            keep(
                tx,
                Envelope(
                    event_id=uuid.uuid4(),
                    subject=event.subject,
                    key=name,
                    payload=content,
                    actor=as_service(name),
                    request_id="",
                    created=datetime.now(UTC),
                ),
            )
