"""One command copies the accounts of an installation to a new realm."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from typing import Any

import argon2
import httpx
import pytest
from argon2.low_level import Type, hash_secret_raw

from identity.credentials import passwords
from identity.sessions import first_mirror
from kit.database import Database
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.sessions.realm import Realm
from services.identity.tests.sessions.test_keycloak import linked

ClientFor = Callable[..., httpx.Client]


def mirrored(database: Database) -> dict[str, str]:
    """Return the users of one run of the command, each with the text of a refusal."""
    return {account.username: refusal for account, refusal in first_mirror.mirror_all(database)}


def proves(credentials: dict[str, Any], text: str) -> bool:
    """Return whether Keycloak would accept `text` as the password of these credentials."""
    secret, how = json.loads(credentials["secretData"]), json.loads(credentials["credentialData"])
    assert (credentials["type"], how["algorithm"]) == ("password", "argon2")
    more = {name: values[0] for name, values in how["additionalParameters"].items()}
    assert (more["type"], more["version"]) == ("id", "1.3")
    hashed = hash_secret_raw(
        text.encode(),
        base64.b64decode(secret["salt"], validate=True),
        how["hashIterations"],
        int(more["memory"]),
        int(more["parallelism"]),
        int(more["hashLength"]),
        Type.ID,
    )
    return hashed == base64.b64decode(secret["value"], validate=True)


def test_everybody_gets_an_account_with_the_current_password(
    build: Build, database: Database, realm: Realm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches include system administrators, inactive users, and those without a password or a second name."""
    monkeypatch.setattr(first_mirror, "BATCH", 2)
    there = linked(build, realm, "there", "staff")
    root = build.user("root", "sysAdmin")
    gone = build.user("Gone", "staff", status="inactive")
    one = build.user("one", "tutor", first_name="", last_name="Cher")
    assert mirrored(database) == {"root": "", "Gone": "", "one": ""}
    account = realm.user(str(build.row(root)["keycloak_id"]))
    assert proves(account["credentials"][0], PASSWORD)
    assert not proves(account["credentials"][0], PASSWORD + "x")
    assert realm.roles_of(account["id"]) == {"sysAdmin", "default-roles-staffroom"}
    assert account["attributes"] == {"staffroomUserId": [str(root)], "staffroomActive": ["true"]}
    assert realm.user(str(build.row(gone)["keycloak_id"]))["enabled"] is False
    assert realm.user(str(build.row(one)["keycloak_id"]))["lastName"] == "Cher"
    assert len(realm.users) == 4
    assert build.row(there)["keycloak_id"] in realm.users
    assert mirrored(database) == {}


def test_interrupted_run_is_resumed(build: Build, database: Database, realm: Realm) -> None:
    """The account was created, but not linked."""
    user_id = build.user("ada", "staff")
    own = realm.add("ada", PASSWORD, attributes={"staffroomUserId": [str(user_id)]})
    assert mirrored(database) == {"ada": ""}
    assert build.row(user_id)["keycloak_id"] == own
    assert len(realm.users) == 1


def test_existing_account_with_the_same_name_is_not_touched(build: Build, database: Database, realm: Realm) -> None:
    user_id, other = build.user("ada", "staff"), build.user("ben", "staff")
    stranger = realm.add("ADA", "a stranger's own")
    outcome = mirrored(database)
    assert outcome.pop("ben") == ""
    assert outcome["ada"].startswith("The sign-in service has another account with this user name")
    assert build.row(user_id)["keycloak_id"] is None
    assert realm.user(stranger)["attributes"] == {}
    assert build.row(other)["keycloak_id"] is not None


def test_command_reports_its_results(
    build: Build, database: Database, realm: Realm, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(first_mirror, "database", lambda: database)
    build.user("ada", "staff")
    assert first_mirror.main([]) == 0
    assert capsys.readouterr().out == "1 accounts made, 0 refused\n"
    build.user("ben", "staff")
    realm.away = True
    assert first_mirror.main([]) == 1
    assert capsys.readouterr().err.startswith("0 accounts made; then Keycloak stopped answering")


def test_hash_keeps_its_parameters() -> None:
    text = argon2.PasswordHasher(time_cost=2, memory_cost=1024, parallelism=1, hash_len=16).hash("another good 1")
    assert proves(dict(first_mirror._credentials(text)[0]), "another good 1")
    assert first_mirror._credentials(None) == []
    assert passwords.hasher.verify(text, "another good 1")
