"""Our users' accounts in a Keycloak realm: created, linked, renamed, kept in sync."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.config import identity_settings
from identity.sessions import linking
from kit.database import tables
from kit.errors import Conflict
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.sessions.realm import Realm

ClientFor = Callable[..., httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
NAME_TAKEN = "The sign-in service has another account with this user name"


@pytest.fixture
def root(build: Build, client: ClientFor) -> httpx.Client:
    return client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))


def change(root: httpx.Client, user_id: int, field: str, value: Any) -> None:
    assert root.put(f"/api/v1/users/{user_id}", json={"field": field, "newValue": value}).status_code == 200


def create(root: httpx.Client, username: str, *roles: str) -> int:
    body = {"username": username, "firstName": "Ada", "lastName": "Lovelace", "email": f"{username}@x.org"}
    answer = root.post("/api/v1/users", json=body | {"roleIds": list(roles or ["staff"])})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def keycloak_id(build: Build, user_id: int) -> str:
    return str(build.row(user_id)["keycloak_id"])


def test_new_user_gets_a_linked_account(build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs) -> None:
    user_id = create(root, "ada", "staff", "finance")
    assert [(row["kind"], row["state"]) for row in run_jobs()] == [("mirrorToKeycloak", "done")]
    account = realm.user(keycloak_id(build, user_id))
    assert (account["username"], account["enabled"], account["email"]) == ("ada", True, "ada@x.org")
    assert account["attributes"] == {"staffroomUserId": [str(user_id)], "staffroomActive": ["true"]}
    assert realm.roles_of(account["id"]) == {"staff", "finance"}
    assert [kind for kind, *_ in build.audited()] == ["userCreated", "signInLinked"]


def test_rename_here_renames_there(build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs) -> None:
    user_id = create(root, "ada")
    run_jobs()
    account = keycloak_id(build, user_id)
    change(root, user_id, "username", "ada.byron")
    run_jobs()
    assert realm.user(account)["username"] == "ada.byron"
    assert keycloak_id(build, user_id) == account
    assert len(realm.users) == 1
    assert realm.settings["editUsernameAllowed"] is False


def test_roles_and_deactivation_reach_a_renamed_account(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs
) -> None:
    user_id = create(root, "ada", "staff", "finance")
    run_jobs()
    account = keycloak_id(build, user_id)
    realm.rename(account, "somebody.else")
    other = realm.add("ada", PASSWORD)
    change(root, user_id, "roleIds", ["staff"])
    with_the_name_taken = run_jobs()[-1]
    assert with_the_name_taken["error"].startswith(NAME_TAKEN)
    assert realm.user(other)["attributes"] == {}
    assert realm.roles_of(other) == set()
    realm.users.pop(other)
    change(root, user_id, "status", "inactive")
    run_jobs()
    assert realm.user(account)["enabled"] is False
    assert realm.user(account)["username"] == "ada"
    assert realm.roles_of(account) == {"staff"}
    assert realm.logged_out == [account]


def test_swapped_names_are_resolved(build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs) -> None:
    """Two users swap their names; whichever is mirrored first finds its new name taken in the realm."""
    first, second = create(root, "ada"), create(root, "bea")
    run_jobs()
    change(root, first, "username", "neither")
    change(root, second, "username", "ada")
    change(root, first, "username", "bea")
    for _ in range(3):
        run_jobs()
    assert {row["state"] for row in run_jobs()} == {"done"}
    assert realm.user(keycloak_id(build, first))["username"] == "bea"
    assert realm.user(keycloak_id(build, second))["username"] == "ada"


def test_existing_account_is_not_taken_over_by_its_name(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs
) -> None:
    stranger = realm.add("finance", "a stranger's own")
    user_id = create(root, "finance", "staff", "finance")
    [job] = run_jobs()
    assert (job["state"], job["error"].startswith(NAME_TAKEN)) == ("failed", True)
    assert build.row(user_id)["keycloak_id"] is None
    assert realm.roles_of(stranger) == set()


def test_created_but_unlinked_account_is_found_again(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs
) -> None:
    """A run was killed between the two steps: the account it created names its user."""
    user_id = create(root, "ada")
    mine = realm.add("ada", attributes={"staffroomUserId": [str(user_id)]})
    assert run_jobs()[-1]["state"] == "done"
    assert keycloak_id(build, user_id) == mine
    assert len(realm.users) == 1


def test_mirror_waits_for_an_unavailable_realm(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs
) -> None:
    user_id = create(root, "ada")
    run_jobs()
    account = keycloak_id(build, user_id)
    realm.away = True
    change(root, user_id, "username", "ada.byron")
    job = run_jobs()[-1]
    assert (job["state"], realm.user(account)["username"]) == ("queued", "ada")
    hours_ago = sa.func.clock_timestamp() - sa.text("interval '30 hours'")
    build.run(sa.update(tables.job).values(created=hours_ago))
    assert run_jobs()[-1]["state"] == "queued", "a day is not too long"
    realm.away = False
    assert run_jobs()[-1]["state"] == "done"
    assert realm.user(account)["username"] == "ada.byron"


def test_account_removed_there_is_created_again(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs
) -> None:
    user_id = create(root, "ada")
    run_jobs()
    realm.users.clear()
    change(root, user_id, "email", "new@x.org")
    run_jobs()
    assert realm.user(keycloak_id(build, user_id))["email"] == "new@x.org"


def test_operator_links_an_existing_account(build: Build, realm: Realm, capsys: pytest.CaptureFixture[str]) -> None:
    user_id, stranger_id = build.user("ada", "staff"), realm.add("bea", PASSWORD)
    mine = realm.add("ada", PASSWORD, email="ada@x.org")
    assert linking.main([]) == 0
    printed = capsys.readouterr().out
    assert f"ada={mine}" in printed
    assert stranger_id not in printed
    assert linking.main(["--link", f"ada={mine}"]) == 0
    assert keycloak_id(build, user_id) == mine
    assert realm.user(mine)["attributes"] == {"staffroomUserId": [str(user_id)], "staffroomActive": ["true"]}
    assert linking.main([]) == 0
    assert mine not in capsys.readouterr().out.partition("linked")[2]


def test_account_is_linked_once(build: Build, realm: Realm) -> None:
    first, second = build.user("ada", "staff"), build.user("bea", "staff")
    mine, other = realm.add("ada"), realm.add("another")
    linking.link(build.db, "ada", mine)
    with pytest.raises(Conflict, match="belongs to another user"):
        linking.link(build.db, "bea", mine)
    with pytest.raises(Conflict, match="is already linked to"):
        linking.link(build.db, "ada", other)
    assert (keycloak_id(build, first), build.row(second)["keycloak_id"]) == (mine, None)
    with pytest.raises(Conflict):
        build.run(sa.update(user_account).values(keycloak_id=mine))


def test_account_created_for_another_user_is_not_linked(build: Build, realm: Realm) -> None:
    """Its own user's next mirroring finds it by its mark."""
    owner = build.user("ada", "staff")
    build.user("bea", "staff")
    marked = realm.add("bea", attributes={"staffroomUserId": [str(owner)]})
    assert linking.candidates(build.db) == []
    with pytest.raises(Conflict, match="belongs to another user"):
        linking.link(build.db, "bea", marked)
    linking.link(build.db, "ada", marked)
    assert keycloak_id(build, owner) == marked


@pytest.mark.parametrize("setting", ["editUsernameAllowed", "registrationAllowed"])
def test_nothing_is_linked_while_people_choose_names(build: Build, realm: Realm, setting: str) -> None:
    user_id = build.user("ada", "staff")
    realm.add("ada", PASSWORD)
    realm.settings[setting] = True
    assert linking.main(["--link-all"]) == 1
    assert build.row(user_id)["keycloak_id"] is None
    realm.settings[setting] = False
    assert linking.main(["--link-all"]) == 0
    assert build.row(user_id)["keycloak_id"] is not None


def test_role_with_second_factor_makes_the_realm_require_it(
    build: Build, root: httpx.Client, realm: Realm, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identity_settings(), "second_factor", "roles")
    user_id = create(root, "ada", "accounting", "tutor")
    run_jobs()
    account = keycloak_id(build, user_id)
    assert realm.roles_of(account) == {"accounting", "tutor", "secondFactor"}
    change(root, user_id, "roleIds", ["tutor"])
    run_jobs()
    assert realm.roles_of(account) == {"tutor"}
