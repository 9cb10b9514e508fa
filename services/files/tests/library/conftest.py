"""A library with a folder of policies, and the people who have levels in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.avatars.model import user_name
from files.signing.model import library_user
from kit.database import Database
from kit.policy import Actor
from services.files.tests.builders import uploaded
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
ADMIN = actor("staff", "sysAdmin", user_id=12, name="Ada Byron")
KEEPER = actor("staff", user_id=21, name="Kit Keeper")
MORE = actor("staff", user_id=22, name="Mo More")
READER = actor("tutor", user_id=23, name="Rae Reader", persons={"tutor": 7})
STRANGER = actor("staff", user_id=24, name="Sam Stranger")


@pytest.fixture(autouse=True)
def known_users(database: Database) -> None:
    people = (ADMIN, KEEPER, MORE, READER, STRANGER)
    database.execute(sa.insert(user_name).values([{"user_id": one.user_id, "name": one.name} for one in people]))
    users = [{"id": one.user_id, "name": one.name, "active": True, "role_ids": sorted(one.roles)} for one in people]
    database.execute(sa.insert(library_user).values(users))


@pytest.fixture
def policies(client: ClientFor, root: int) -> int:
    """A folder with KEEPER as administrator, MORE as enhanced reader and READER as reader."""
    number = new_folder(client, ADMIN, root, "Policies")
    users = [
        {"id": KEEPER.user_id, "level": "administrator"},
        {"id": MORE.user_id, "level": "enhanced"},
        READER.user_id,
    ]
    answer = client(ADMIN).post("/api/v1/adduserstofolder", json={"folderId": number, "users": users})
    assert answer.status_code == 200, answer.text
    return number


def new_folder(client: ClientFor, who: Actor, above: int, name: str) -> int:
    answer = client(who).post("/api/v1/folder", json={"name": name, "parentId": above, "orgId": 1})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def shown(client: ClientFor, who: Actor, number: int) -> dict[str, Any]:
    answer = client(who).get(f"/api/v1/folder/{number}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def put_in(
    client: ClientFor, who: Actor, number: int, name: str = "Safeguarding.pdf", data: bytes | None = None
) -> int:
    return uploaded(client(who), name, data, entityType="folder", entityTypeId=number)


def change(client: ClientFor, who: Actor, path: str, field: str, value: object) -> httpx.Response:
    return client(who).put(f"/api/v1{path}", json={"field": field, "newValue": value})
