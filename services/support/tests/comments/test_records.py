"""A comment needs an existing record, if the record's owner is available to confirm it."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.processes.web import service_of
from services.support.tests.builders import KINDS, OTHER_TUTOR, STAFF, TUTOR, directory, written
from staffroom_testing.plugin import ClientFor
from support.comments.model import comment

Owners = dict[tuple[str, str, int], bool]


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)


def add(client: ClientFor, who: Any, headers: Any = None, **more: Any) -> Any:
    body = {"entityType": "student", "entityTypeId": 5, "comment": "<p>Hello</p>", "type": "general"} | more
    return client(who).post("/api/v1/comment/add", json=body, headers=headers)


@pytest.mark.parametrize("name", [name for name, (_, kind) in KINDS.items() if kind.asked])
def test_owner_of_a_kind_confirms_its_records(name: str) -> None:
    owner = service_of(KINDS[name][0])
    assert name in {entry.name for entry in (*owner.fieldsets, *owner.workflows)}


def test_record_unknown_to_its_owner_is_404(client: ClientFor, owners: Owners, database: Database) -> None:
    owners["people", "student", 5] = False
    owners["teaching", "slip", 5] = False
    answer = add(client, STAFF)
    assert answer.status_code == 404
    assert (answer.json()["error"], answer.json()["code"]) == (
        "There is no student 5 to comment on",
        "unknown_record",
    )
    assert add(client, STAFF, headers={"Idempotency-Key": "once"}).status_code == 404
    assert add(client, STAFF, entityType="slip").status_code == 404
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(comment)).scalar_one() == 0


def test_known_record_takes_one_comment_by_key(client: ClientFor, owners: Owners) -> None:
    owners["people", "student", 5] = True
    first, second = (add(client, STAFF, headers={"Idempotency-Key": "same"}) for _ in range(2))
    assert first.status_code == second.status_code == 201
    assert first.json() == second.json()


def test_unavailable_owner_blocks_no_comment(client: ClientFor) -> None:
    written(client, STAFF, entityTypeId=5)


def test_owner_of_an_unchecked_kind_is_not_asked(client: ClientFor, owners: Owners) -> None:
    for service, kind in KINDS.values():
        if not kind.asked:
            owners[service, kind.name, 5] = False
            written(client, STAFF, entityType=kind.name, entityTypeId=5)


def test_only_staff_can_learn_which_records_exist(client: ClientFor, owners: Owners) -> None:
    owners["people", "course", 7] = owners["people", "course", 8] = False
    written(client, TUTOR, entityType="course", entityTypeId=7, type="tutors")
    for record in (7, 8):
        refused = add(client, OTHER_TUTOR, entityType="course", entityTypeId=record, type="tutors")
        assert refused.status_code == 403
