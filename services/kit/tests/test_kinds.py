"""A service publishes its declared kinds if they differ from those it published last."""

from __future__ import annotations

import asyncio
import signal
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, tables
from kit.kinds import CommentKind, NoticeKind, declare, event_of, payload
from kit.processes.events import EventsProcess
from services.kit.tests.streaming import delete_stream

OFFER = NoticeKind("offer", "Offers", "Something is offered to you", roles=("tutor",))
DEVICE = CommentKind("device", "Device", "/equipment/{id}")


@pytest.fixture
def declaring(service: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The toy publisher with one kind of notice and one of comment."""
    monkeypatch.setattr(service, "notice_kinds", (OFFER,))
    monkeypatch.setattr(service, "comment_kinds", (DEVICE,))
    return service


def outbox(database: Database) -> list[Any]:
    return database.all(sa.select(tables.outbox.c.subject, tables.outbox.c.key, tables.outbox.c.payload))


def test_kinds_are_published_once(declaring: Any, database: Database) -> None:
    assert [declare(declaring), declare(declaring)] == [True, False]
    (row,) = outbox(database)
    assert (row["subject"], row["key"]) == ("toypub.kinds.declared", "toypub")
    notice, kind = row["payload"]["noticeKinds"][0], row["payload"]["commentKinds"][0]
    assert (notice["name"], notice["roles"], notice["mail"], notice["place"]) == ("offer", ["tutor"], False, 1000)
    assert kind["types"] == [{"value": "general", "label": "General", "color": "grey", "audience": []}]


def test_changed_kinds_are_published_again(declaring: Any, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(declaring)
    monkeypatch.setattr(declaring, "notice_kinds", (replace(OFFER, mail=True),))
    assert declare(declaring)
    assert [row["payload"]["noticeKinds"][0]["mail"] for row in outbox(database)] == [False, True]


def test_withdrawal_of_the_last_kind_is_published(
    declaring: Any, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    declare(declaring)
    monkeypatch.setattr(declaring, "notice_kinds", ())
    monkeypatch.setattr(declaring, "comment_kinds", ())
    assert [declare(declaring), declare(declaring)] == [True, False]
    assert outbox(database)[-1]["payload"] == {"noticeKinds": [], "commentKinds": []}


def test_service_without_kinds_does_not_publish_any(service: Any, database: Database) -> None:
    assert not declare(service)
    assert outbox(database) == []


def test_kind_declared_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="a kind is declared twice: offer, offer"):
        payload((OFFER, OFFER), ())


def test_events_process_publishes_changed_kinds_without_a_migration(declaring: Any, database: Database) -> None:
    delete_stream()
    process = EventsProcess("toypub", [], [], lambda: declare(declaring))
    relayed = sa.select(tables.published.c.subject)

    async def publish() -> None:
        running = asyncio.create_task(process.run())
        async with asyncio.timeout(60):
            while not await asyncio.to_thread(database.all, relayed):
                await asyncio.sleep(0.05)
        signal.raise_signal(signal.SIGTERM)
        await running

    asyncio.run(publish())
    delete_stream()
    assert [row["subject"] for row in database.all(relayed)] == [event_of("toypub").subject]
