"""Users and their persons: identity and people answer each other's events until nobody has more to say."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa

from identity import wiring as identity
from identity.accounts.model import user_account
from identity.events import USER_CHANGED
from kit.database import database, tables
from kit.events import Envelope
from kit.events.consumer import run_handler
from kit.policy import as_service
from kit.service import Service
from people import wiring as people
from people.events import PERSON_CHANGED
from people.persons.model import tutor
from staffroom_testing.databases import MISSING, TestDatabase

ENOUGH = 50
"""Far more events than any of these needs."""


class Talk:
    """Both services, and the events that are on their way between them."""

    def __init__(self, admin_url: str) -> None:
        self.sides: dict[str, tuple[Service, TestDatabase]] = {}
        for service in (identity.service, people.service):
            self.sides[service.name] = (
                service,
                TestDatabase(admin_url, service.name, service.metadata, label="_links"),
            )
        self.published: dict[str, list[tuple[str, str, dict[str, Any]]]] = {name: [] for name in self.sides}

    def close(self) -> None:
        for _, own in self.sides.values():
            own.drop()

    def insert(self, service: str, table: sa.Table, **values: Any) -> int:
        self.sides[service][1].activate()
        with database().transaction(as_service(service)) as tx:
            return tx.insert(table, values)

    def rows(self, service: str, table: sa.Table, *names: str) -> list[tuple[Any, ...]]:
        self.sides[service][1].activate()
        with database().read() as connection:
            statement = sa.select(*(table.c[name] for name in names)).order_by(table.c.id)
            return [tuple(row) for row in connection.execute(statement)]

    def hear(self, service: str, subject: str, key: str, payload: dict[str, Any]) -> None:
        """One side hears an event; what it publishes waits for the other side."""
        declared, own = self.sides[service]
        own.activate()
        subscription = next(one for one in declared.subscriptions if one.event.subject == subject)
        envelope = Envelope(
            event_id=uuid4(),
            subject=subject,
            key=key,
            payload=subscription.event.decoded(subscription.event.checked(payload)),
            actor=as_service(subscription.event.service),
            request_id="",
            created=datetime.now(UTC),
        )
        with database().transaction(as_service(service)) as tx:
            run_handler(tx, subscription, envelope)
            rows = tx.all(sa.select(tables.outbox).order_by(tables.outbox.c.id))
            tx.execute(sa.delete(tables.outbox))
        self.published[service] += [(row["subject"], row["key"], row["payload"]) for row in rows]

    def settle(self) -> int:
        """Hand events over in turns until there are none; how many there were."""
        count = 0
        while waiting := [name for name, events in self.published.items() if events]:
            for name in waiting:
                events, self.published[name] = self.published[name], []
                other = next(side for side in self.sides if side != name)
                for event in events:
                    self.hear(other, *event)
                    count += 1
            assert count <= ENOUGH, "the two go on about one link without an end"
        return count


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL")
    if not admin_url:
        pytest.fail(MISSING, pytrace=False)
    talk = Talk(admin_url)
    yield talk
    talk.close()


@pytest.fixture
def linked(talk: Talk) -> Iterator[tuple[int, int, int, int]]:
    """Users Tina and Tom who are tutors, linked on both sides: (tina's user, tom's user, tina, tom)."""
    for _, own in talk.sides.values():
        own.reset()
    names = [{"first_name": "Tina", "last_name": "Turner"}, {"first_name": "Tom", "last_name": "Tinker"}]
    tutors = [talk.insert("people", tutor, **name, status="active") for name in names]
    users = [
        talk.insert("identity", user_account, username=name["first_name"], tutor_id=one, **name)
        for name, one in zip(names, tutors, strict=True)
    ]
    for user, one, name in zip(users, tutors, names, strict=True):
        talk.hear("people", USER_CHANGED.subject, str(user), said_of_user(user, one, name))
    talk.settle()
    yield users[0], users[1], tutors[0], tutors[1]


def said_of_user(user: int, tutor_id: int, name: dict[str, str]) -> dict[str, Any]:
    return {
        "id": user, "status": "active", "firstName": name["first_name"], "lastName": name["last_name"],
        "tutorId": tutor_id,
    }  # fmt: skip


TINA = {"first_name": "Tina", "last_name": "Turner"}


def as_before(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    first, second, tina, tom = linked
    assert talk.rows("identity", user_account, "id", "tutor_id") == [(first, tina), (second, tom)]
    assert talk.rows("people", tutor, "id", "user_id") == [(tina, first), (tom, second)]


def test_a_forged_user_who_is_another_person_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """Tina's user is said to be Tom: people believes it, identity knows better, and both end as they were."""
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.settle()
    as_before(talk, linked)


def test_a_forged_person_who_is_another_user_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    forged = {"id": linked[2], "kind": "tutor", "firstName": "Tina", "lastName": "Turner", "userId": linked[1]}
    talk.hear("identity", PERSON_CHANGED.subject, str(linked[2]), forged)
    talk.settle()
    as_before(talk, linked)


def test_a_person_said_to_be_two_users_at_once_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """Contradictions from both sides, on their way at the same time."""
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.hear("people", USER_CHANGED.subject, str(linked[1]), said_of_user(linked[1], linked[2], TINA))
    forged = {"id": linked[3], "kind": "tutor", "firstName": "Tom", "lastName": "Tinker", "userId": linked[0]}
    talk.hear("identity", PERSON_CHANGED.subject, str(linked[3]), forged)
    talk.settle()
    as_before(talk, linked)


def test_a_link_that_identity_moves_moves_once(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """The owner's own word: Tina's user is the tutor Tom, and Tom's is nobody."""
    talk.sides["identity"][1].activate()
    with database().transaction(as_service("identity")) as tx:
        for user, one in ((linked[1], None), (linked[0], linked[3])):
            tx.execute(sa.update(user_account).where(user_account.c.id == user).values(tutor_id=one))
    talk.hear("people", USER_CHANGED.subject, str(linked[1]), said_of_user(linked[1], 0, TINA))
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.settle()
    assert talk.rows("identity", user_account, "id", "tutor_id") == [(linked[0], linked[3]), (linked[1], None)]
    assert talk.rows("people", tutor, "id", "user_id") == [(linked[2], None), (linked[3], linked[0])]
