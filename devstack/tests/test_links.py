"""Links of users and persons: identity and people answer each other's events until there are no more."""

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
"""Far more events than any of these cases needs."""


class Talk:
    """Both services, and the events in transit between them."""

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
        """Give an event to one side; its own events wait for the other side."""
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
        """Deliver events in turns until there are none. Returns their number."""
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
    """The users Tina and Tom, tutors who are linked on both sides: (tina's user, tom's user, tina, tom)."""
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
        "id": user,
        "status": "active",
        "firstName": name["first_name"],
        "lastName": name["last_name"],
        "tutorId": tutor_id,
    }


TINA = {"first_name": "Tina", "last_name": "Turner"}


def as_before(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    first, second, tina, tom = linked
    assert talk.rows("identity", user_account, "id", "tutor_id") == [(first, tina), (second, tom)]
    assert talk.rows("people", tutor, "id", "user_id") == [(tina, first), (tom, second)]


def test_forged_user_of_another_person_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """An event links Tina's user to Tom. people accepts it, identity corrects it, and both end as before."""
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.settle()
    as_before(talk, linked)


def test_forged_person_of_another_user_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    forged = {"id": linked[2], "kind": "tutor", "firstName": "Tina", "lastName": "Turner", "userId": linked[1]}
    talk.hear("identity", PERSON_CHANGED.subject, str(linked[2]), forged)
    talk.settle()
    as_before(talk, linked)


def test_person_linked_to_two_users_settles(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """Contradictions from both sides are in transit at the same time."""
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.hear("people", USER_CHANGED.subject, str(linked[1]), said_of_user(linked[1], linked[2], TINA))
    forged = {"id": linked[3], "kind": "tutor", "firstName": "Tom", "lastName": "Tinker", "userId": linked[0]}
    talk.hear("identity", PERSON_CHANGED.subject, str(linked[3]), forged)
    talk.settle()
    as_before(talk, linked)


def test_link_changed_by_identity_changes_once(talk: Talk, linked: tuple[int, int, int, int]) -> None:
    """The owner links Tina's user to the tutor Tom, and Tom's to no person."""
    talk.sides["identity"][1].activate()
    with database().transaction(as_service("identity")) as tx:
        for user, one in ((linked[1], None), (linked[0], linked[3])):
            tx.execute(sa.update(user_account).where(user_account.c.id == user).values(tutor_id=one))
    talk.hear("people", USER_CHANGED.subject, str(linked[1]), said_of_user(linked[1], 0, TINA))
    talk.hear("people", USER_CHANGED.subject, str(linked[0]), said_of_user(linked[0], linked[3], TINA))
    talk.settle()
    assert talk.rows("identity", user_account, "id", "tutor_id") == [(linked[0], linked[3]), (linked[1], None)]
    assert talk.rows("people", tutor, "id", "user_id") == [(linked[2], None), (linked[3], linked[0])]
