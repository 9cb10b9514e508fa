"""User accounts: the list, the fields, the rights (`platform.md 3, 6`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from kit.policy import Actor
from services.identity.tests.builders import Build

ClientFor = Callable[[Actor | None], httpx.Client]
USERS = "/api/v1/users"


@pytest.fixture
def root(build: Build, client: ClientFor) -> httpx.Client:
    return client(build.actor(build.user("root", "sysAdmin", "staff", last_name="Zed"), "sysAdmin", "staff"))


@pytest.fixture
def staff(build: Build, client: ClientFor) -> httpx.Client:
    return client(build.actor(build.user("office", "staff", last_name="Young"), "staff"))


# The list


def test_legacy_list_has_the_fields_of_the_page(build: Build, staff: httpx.Client) -> None:
    build.user("tina", "tutor", tutor_id=4, is_pt=True, last_name="Abel")
    rows = staff.get(USERS).json()["data"]
    assert [row["lastName"] for row in rows] == ["Abel", "Young"]
    expected = {
        "id",
        "name",
        "lastName",
        "status",
        "roles",
        "color",
        "isPT",
        "staffId",
        "tutorId",
        "studentId",
        "candidateId",
    }
    assert expected <= set(rows[0])
    assert (rows[0]["tutorId"], rows[0]["isPT"], rows[0]["roles"]) == (4, True, ["tutor"])


def test_user_is_listed_in_the_colour_of_the_first_role(build: Build, staff: httpx.Client) -> None:
    build.user("admin", "sysAdmin", "staff", last_name="A")
    build.user("both", "staff", "tutor", last_name="B")
    build.user("tina", "tutor", last_name="C")
    build.user("nothing", last_name="D")
    colors = [row["color"] for row in staff.get(USERS).json()["data"]]
    assert colors == ["#b3261e", "#1d4f91", "#1c7c54", "#5b6472", "#1d4f91"]


def test_list_filters_by_status_role_and_name(build: Build, staff: httpx.Client) -> None:
    build.user("gone", "tutor", status="inactive", last_name="Abel")
    build.user("tina", "tutor", last_name="Björk")
    build.user("sam", "student", last_name="Cole")

    def names(query: str) -> list[str]:
        return [row["lastName"] for row in staff.get(f"{USERS}?page=1&{query}").json()["data"]]

    assert names("status=active") == ["Björk", "Cole", "Young"]
    assert names("role=tutor") == ["Abel", "Björk"]
    assert names("role=tutor,student&status=active") == ["Björk", "Cole"]
    assert names("search=jör") == ["Björk"]
    assert names("sort=-lastName&role=tutor,student") == ["Cole", "Björk", "Abel"]
    answer = staff.get(f"{USERS}?page=1&role=king")
    assert answer.status_code == 422
    assert "sysAdmin" in answer.json()["error"]


@pytest.mark.parametrize("role", ["tutor", "student", "client", "candidate", "invigilator", "agent", "user"])
def test_list_is_restricted_to_staff(build: Build, client: ClientFor, role: str) -> None:
    assert client(build.actor(build.user("x-ray", role), role)).get(USERS).status_code == 403


def test_anonymous_caller_reads_nothing(client: ClientFor) -> None:
    assert client(None).get(USERS).status_code == 401


# The record


def test_people_see_only_themselves(build: Build, client: ClientFor) -> None:
    own, other = build.user("tina", "tutor"), build.user("bea", "staff")
    tutor = client(build.actor(own, "tutor"))
    assert tutor.get(f"{USERS}/{own}").json()["data"]["username"] == "tina"
    assert tutor.get(f"{USERS}/{other}").status_code == 404


def test_staff_read_and_only_sysadmin_edits(build: Build, staff: httpx.Client, root: httpx.Client) -> None:
    user_id = build.user("tina", "tutor")
    record = staff.get(f"{USERS}/{user_id}").json()["data"]
    assert record["may"] == {
        "impersonate": False,
        "sendPasswordLink": False,
        "edit": [],
        "delete": False,
        "history": False,
    }
    change = {"field": "email", "newValue": "new@example.org"}
    assert staff.put(f"{USERS}/{user_id}", json=change).status_code == 403
    assert root.put(f"{USERS}/{user_id}", json=change).json()["data"]["value"] == "new@example.org"
    may = root.get(f"{USERS}/{user_id}").json()["data"]["may"]
    assert may["impersonate"]
    assert may["history"]
    assert {"username", "email", "status", "roleIds"} <= set(may["edit"])
    history = root.get(f"{USERS}/{user_id}/history").json()["data"]
    assert [(row["field"], row["newValue"]) for row in history] == [("email", "new@example.org")]
    assert staff.get(f"{USERS}/{user_id}/history").status_code == 403


def test_picture_is_positioned_by_its_owner(build: Build, client: ClientFor) -> None:
    own = build.user("tina", "tutor")
    tutor = client(build.actor(own, "tutor"))
    assert tutor.get(f"{USERS}/{own}").json()["data"]["may"]["edit"] == ["avatarOffsetX", "avatarOffsetY"]
    assert tutor.put(f"{USERS}/{own}", json={"field": "avatarOffsetY", "newValue": 30}).status_code == 200
    assert tutor.put(f"{USERS}/{own}", json={"field": "avatarOffsetY", "newValue": 101}).status_code == 422
    assert tutor.get("/api/v1/auth/user").json()["data"]["avatarOffset"] == {"x": 50, "y": 30}


def test_new_user_has_no_password_until_they_set_one(build: Build, client: ClientFor, root: httpx.Client) -> None:
    place = build.department("London")
    body = {
        "username": "new.user",
        "firstName": "Nova",
        "lastName": "Nowak",
        "email": "nova@example.org",
        "roleIds": ["finance", "staff"],
        "primaryDepartmentId": place,
    }
    answer = root.post(USERS, json=body)
    assert answer.status_code == 201
    record = root.get(f"{USERS}/{answer.json()['data']['id']}").json()["data"]
    assert record["roleIds"] == ["staff", "finance"]
    assert record["name"] == "Nova Nowak"
    assert record["organisationId"] is not None
    login = {"username": "new.user", "password": ""}
    assert client(None).post("/api/v1/auth/login", json=login).status_code == 401
    kind, user_id, _, detail = build.audited()[0]
    assert (kind, user_id, detail) == ("userCreated", record["id"], "Staff, Finance")
    assert root.post(USERS, json=body | {"username": "NEW.user"}).json()["error"] == "This username is taken"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"username": "ab"}, "Field must have at least 3 characters"),
        ({"username": "two words"}, "Please use letters, digits and . _ @ - only"),
        ({"lastName": " "}, "Field is required"),
        ({"email": "no address"}, "Please enter a valid email address"),
    ],
)
def test_new_user_needs_valid_values(root: httpx.Client, change: dict[str, Any], text: str) -> None:
    body = {"username": "new.user", "lastName": "Nowak", "email": "nova@example.org"} | change
    answer = root.post(USERS, json=body)
    assert answer.status_code == 422
    assert answer.json()["fields"] == {next(iter(change)): text}


def test_only_sysadmin_creates_users(staff: httpx.Client) -> None:
    body = {"username": "new.user", "lastName": "Nowak", "email": "nova@example.org", "roleIds": ["sysAdmin"]}
    assert staff.post(USERS, json=body).status_code == 403


def test_name_of_a_person_is_read_only(build: Build, root: httpx.Client) -> None:
    user_id = build.user("tina", "tutor", tutor_id=4)
    answer = root.put(f"{USERS}/{user_id}", json={"field": "lastName", "newValue": "Other"})
    assert answer.status_code == 409
    assert answer.json()["error"] == "The name is stored in the tutor record of this user"
    assert root.put(f"{USERS}/{user_id}", json={"field": "tutorId", "newValue": 5}).status_code == 409


def test_new_department_changes_the_organisation(build: Build, root: httpx.Client) -> None:
    user_id, organisation_id = build.user("ada", "staff"), build.organisation("Porto")
    place = build.department("Portugal", organisation_id=organisation_id)
    assert root.put(f"{USERS}/{user_id}", json={"field": "primaryDepartmentId", "newValue": place}).status_code == 200
    assert root.get(f"{USERS}/{user_id}").json()["data"]["organisationId"] == organisation_id
    unknown = {"field": "primaryDepartmentId", "newValue": 999}
    assert root.put(f"{USERS}/{user_id}", json=unknown).status_code == 422


@pytest.mark.parametrize(
    "change", [{"field": "status", "newValue": "inactive"}, {"field": "roleIds", "newValue": ["staff"]}]
)
def test_nobody_can_deactivate_themselves(build: Build, client: ClientFor, change: dict[str, Any]) -> None:
    own = build.user("root", "sysAdmin", "staff")
    answer = client(build.actor(own, "sysAdmin", "staff")).put(f"{USERS}/{own}", json=change)
    assert answer.status_code == 409
    assert answer.json()["error"] == "You cannot take this away from yourself"


def test_texts_are_stored_unchanged(build: Build, root: httpx.Client) -> None:
    user_id = build.user("ada", "staff")
    for text in ("Robert'); drop table user_account;--", "<script>alert(1)</script>", "=1+1"):
        assert root.put(f"{USERS}/{user_id}", json={"field": "lastName", "newValue": text}).status_code == 200
        assert root.get(f"{USERS}/{user_id}").json()["data"]["lastName"] == text
