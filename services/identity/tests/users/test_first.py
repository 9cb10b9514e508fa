"""A command creates the first system administrator of an installation."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from identity.users.first import create_first
from kit.database import Database
from kit.errors import Conflict, Invalid

ADA = {"username": "ada", "email": "ada@example.org", "firstName": "Ada", "lastName": "Lovelace"}


def test_first_account_signs_in_and_manages_users(database: Database, client: Callable[[None], httpx.Client]) -> None:
    password = create_first(database, ADA)
    assert len(password) >= 12
    body = {"username": "ada", "password": password, "app": "staff"}
    answer = client(None).post("/api/v1/auth/login", json=body)
    assert answer.status_code == 200, answer.text
    assert {"sysAdmin", "staff"} <= set(answer.json()["data"]["user"]["roleIds"])


def test_second_first_account_is_refused(database: Database) -> None:
    create_first(database, ADA)
    with pytest.raises(Conflict, match="already"):
        create_first(database, {**ADA, "username": "eve"})


def test_invalid_field_is_named(database: Database) -> None:
    with pytest.raises(Invalid):
        create_first(database, {**ADA, "username": "x"})
