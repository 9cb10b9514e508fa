"""Notices: numbered for each user, one per event, visible only to their owner."""

from __future__ import annotations

import datetime as dt
import threading
import uuid
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Envelope
from kit.events.consumer import run_handler
from kit.policy import Actor, as_service
from services.support.tests.builders import ADMIN, COLLEAGUE, EVERYBODY, OFFICE, STAFF, TUTOR, directory
from staffroom_testing.plugin import ClientFor, Published
from support.directory.model import person
from support.notifications import queries
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.notifications.model import notification
from support.notifications.subscriptions import PUBLISHERS, SUBSCRIPTIONS

URL = "/api/v1/notifications"
RAISED = {one.event.service: one for one in SUBSCRIPTIONS}
PAYLOAD = {"userIds": [11, 12], "kind": "export", "title": "Ready", "text": "400 rows", "target": "/students/list"}


def send_notice(database: Database, *user_ids: int, title: str = "Hello", **more: Any) -> None:
    notice = Notice(kind="test", title=title, text="", target="/")
    with database.transaction(as_service("support")) as tx:
        notify(tx, user_ids, notice, **more)


def numbers(client: ClientFor, who: Actor, query: str = "") -> list[int]:
    return [row["number"] for row in client(who).get(URL + query).json()["data"]]


@pytest.mark.parametrize("publisher", PUBLISHERS)
def test_any_service_may_raise_a_notice(client: ClientFor, deliver: Any, publisher: str) -> None:
    deliver(RAISED[publisher].event, "1", PAYLOAD)
    for who in (STAFF, COLLEAGUE):
        answer = client(who).get(URL).json()
        assert answer["unread"] == 1
        row = answer["data"][0]
        assert {name: row[name] for name in ("number", "kind", "title", "text", "target", "read")} == {
            "number": 1,
            "kind": "export",
            "title": "Ready",
            "text": "400 rows",
            "target": "/students/list",
            "read": False,
        }


def test_notice_is_sent_to_roles_and_persons(client: ClientFor, database: Database, deliver: Any) -> None:
    directory(database)
    with database.transaction(ADMIN) as tx:
        rows = [(1, 41), (2, 99), (3, None)]
        tx.execute(sa.insert(person), [{"kind": "tutor", "id": number, "user_id": user} for number, user in rows])
        tx.execute(sa.insert(person), [{"kind": "student", "id": 1, "user_id": 101}])
    tutors = [{"kind": "tutor", "id": number} for number in (1, 2, 3, 4)]
    deliver(RAISED["finance"].event, "1", PAYLOAD | {"userIds": [], "roleIds": ["academicOffice"], "persons": tutors})
    told_users = [who.user_id for who in EVERYBODY if numbers(client, who)]
    assert told_users == [OFFICE.user_id, TUTOR.user_id], "active users of the role and of the persons, nobody else"


def test_same_event_raises_one_notice_even_after_replay(client: ClientFor, database: Database) -> None:
    subscription = RAISED["finance"]
    envelope = Envelope(
        event_id=uuid.uuid4(),
        subject=subscription.event.subject,
        key="1",
        payload=subscription.event.decoded(PAYLOAD),
        actor=as_service("finance"),
        request_id="",
        created=dt.datetime.now(dt.UTC),
    )
    for _ in range(3):
        with database.transaction(as_service("support")) as tx:
            run_handler(tx, subscription, envelope)
    assert numbers(client, STAFF) == [1]


def test_numbers_are_separate_for_each_user(client: ClientFor, database: Database) -> None:
    send_notice(database, 11)
    send_notice(database, 11, 12)
    send_notice(database, 12, 12, 0, -5)
    assert numbers(client, STAFF) == [2, 1]
    assert numbers(client, COLLEAGUE) == [2, 1]
    assert numbers(client, ADMIN) == []


def test_concurrent_notices_leave_no_gap_or_duplicate(client: ClientFor, database: Database) -> None:
    """Several threads notify the same users in different order: numbers have no gaps, and no deadlock loses a
    notice."""
    failures: list[BaseException] = []

    def work(ids: tuple[int, ...]) -> None:
        try:
            for _ in range(15):
                send_notice(database, *ids)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(ids,)) for ids in ((11, 12), (12, 11), (11,), (12, 1, 11))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    with database.read() as connection:
        stored_numbers = connection.execute(
            sa.select(notification.c.number).where(notification.c.user_id == 11)
        ).scalars()
        assert sorted(stored_numbers) == list(range(1, 61))


def test_gap_is_replayed_in_order(client: ClientFor, database: Database) -> None:
    for number in range(1, 8):
        send_notice(database, 11, title=f"n{number}")
    assert numbers(client, STAFF, "?after=4") == [5, 6, 7]
    assert numbers(client, STAFF, "?after=7") == []
    assert numbers(client, STAFF, "?before=4") == [3, 2, 1]
    with database.read() as connection:
        assert queries.news(connection, STAFF, None).notices == []
        beyond = queries.news(connection, STAFF, 900)
    assert (beyond.notices, beyond.last) == ([], 7)


def test_notices_are_marked_as_read_one_by_one_or_up_to_a_number(client: ClientFor, database: Database) -> None:
    for _ in range(3):
        send_notice(database, 11)
    for _ in range(2):
        assert client(STAFF).post(f"{URL}/2/read").json()["data"] == {"number": 2, "read": True}
    assert client(STAFF).get(URL).json()["unread"] == 2
    assert client(COLLEAGUE).post(f"{URL}/2/read").status_code == 404
    assert client(STAFF).post(f"{URL}/read", json={"upTo": 1}).json()["data"] == {"read": 1}
    assert client(STAFF).post(f"{URL}/read").json()["data"] == {"read": 1}
    assert client(STAFF).get(URL).json()["unread"] == 0


def test_open_channels_are_woken(client: ClientFor, database: Database, published: Published) -> None:
    send_notice(database, 11, 12)
    client(STAFF).post(f"{URL}/1/read")
    assert [(subject, payload["userIds"]) for subject, _, payload in published()] == [
        ("support.notification.changed", [11, 12]),
        ("support.notification.changed", [11]),
    ]


@pytest.mark.parametrize("target", ["javascript:alert(1)", "https://evil.example", "students"])
def test_target_must_be_a_screen_of_ours(client: ClientFor, deliver: Any, target: str) -> None:
    deliver(RAISED["people"].event, "1", PAYLOAD | {"target": target})
    assert client(STAFF).get(URL).json()["data"][0]["target"] == ""


def test_signed_out_people_have_no_notices(client: ClientFor) -> None:
    for method, path in (("GET", ""), ("POST", "/read"), ("POST", "/1/read"), ("POST", "/ticket")):
        assert client(None).request(method, URL + path).status_code == 401
