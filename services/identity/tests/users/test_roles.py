"""Role membership and staff groups (`platform.md 6, 7, 9`)."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from identity.roles.rules import ROLES, ordered
from kit.policy import Actor
from services.identity.tests.builders import Build

ClientFor = Callable[[Actor | None], httpx.Client]


@pytest.fixture
def admin_id(build: Build) -> int:
    return build.user("root", "sysAdmin", "staff")


@pytest.fixture
def root(build: Build, client: ClientFor, admin_id: int) -> httpx.Client:
    return client(build.actor(admin_id, "sysAdmin", "staff"))


def members(role: str) -> str:
    return f"/api/v1/system/roles/{role}/members"


@pytest.mark.parametrize("path", ["/api/v2/system/roles", "/api/v1/system/roles"])
def test_roles_are_listed_with_their_members(build: Build, root: httpx.Client, path: str) -> None:
    build.user("ada", "staff", "finance")
    rows = root.get(path).json()["data"]
    assert [row["id"] for row in rows] == [role.id for role in ROLES]
    counts = {row["id"]: row["members"] for row in rows if row["members"]}
    assert counts == {"sysAdmin": 1, "staff": 2, "finance": 1}


def test_all_roles_of_the_spec_exist() -> None:
    named = (
        "staff client tutor student candidate user calendar sysAdmin website academicOffice affiliateCompliance "
        "examsOffice finance accounting cancelsInvoices"
    )
    assert set(named.split()) <= {role.id for role in ROLES}


def test_roles_keep_their_order() -> None:
    assert ordered(["finance", "staff", "sysAdmin", "king"]) == ["sysAdmin", "staff", "finance"]


def test_joining_and_leaving_a_role(build: Build, root: httpx.Client, admin_id: int) -> None:
    user_id = build.user("ada", "staff")
    answer = root.post(members("finance"), json={"userId": user_id})
    assert answer.json()["data"] == {"id": user_id, "roleIds": ["staff", "finance"]}
    again = root.post(members("finance"), json={"userId": user_id})
    assert (again.status_code, again.json()["error"]) == (409, "This user already holds the role")
    assert root.delete(f"{members('finance')}/{user_id}").json()["data"]["roleIds"] == ["staff"]
    assert root.delete(f"{members('finance')}/{user_id}").status_code == 409
    assert build.audited() == [
        ("rolesChanged", user_id, admin_id, "+Finance"),
        ("rolesChanged", user_id, admin_id, "-Finance"),
    ]
    history = root.get(f"/api/v1/users/{user_id}/history?field=roleIds").json()["data"]
    assert [row["newValue"] for row in history] == [["staff"], ["staff", "finance"]]


def test_unknown_roles_and_users_are_refused(root: httpx.Client, build: Build) -> None:
    user_id = build.user("ada", "staff")
    assert root.post(members("king"), json={"userId": user_id}).json()["code"] == "unknown_role"
    assert root.post(members("finance"), json={"userId": 999_999}).status_code == 404
    assert root.post(members("finance"), json={"userId": "ada"}).status_code == 422


def test_only_sysadmin_gives_roles(build: Build, client: ClientFor) -> None:
    own = build.user("ada", "staff", "academicOffice")
    ada = client(build.actor(own, "staff", "academicOffice"))
    assert ada.post(members("sysAdmin"), json={"userId": own}).status_code == 403
    assert ada.put(f"/api/v1/users/{own}", json={"field": "roleIds", "newValue": ["sysAdmin"]}).status_code == 403


def test_sysadmin_cannot_give_up_own_role(root: httpx.Client, admin_id: int) -> None:
    assert root.delete(f"{members('sysAdmin')}/{admin_id}").json()["code"] == "yourself"


@pytest.mark.parametrize("group", ["academicOffice", "techSupport", "tutorSupport"])
def test_staff_groups_are_active_staff_of_that_role(build: Build, root: httpx.Client, group: str) -> None:
    member = build.user("ada", "staff", group, last_name="Abel", staff_id=3)
    build.user("gone", "staff", group, status="inactive")
    build.user("tina", "tutor", group)
    rows = root.get(f"/api/v2/staff/{group}").json()["data"]
    assert rows == [
        {
            "id": member,
            "name": "Ada Abel",
            "firstName": "Ada",
            "lastName": "Abel",
            "email": "ada@staffroom.example",
            "staffId": 3,
        }
    ]


def test_staff_groups_are_restricted_to_staff(build: Build, client: ClientFor) -> None:
    tutor = client(build.actor(build.user("tina", "tutor"), "tutor"))
    assert tutor.get("/api/v2/staff/techSupport").status_code == 403
    assert tutor.get("/api/v2/system/roles").status_code == 403


@pytest.mark.parametrize("nothing", [None, "", "  "])
def test_empty_body_removes_no_roles(build: Build, root: httpx.Client, nothing: str | None) -> None:
    user_id = build.user("ada", "staff", "finance")
    answer = root.put(f"/api/v1/users/{user_id}", json={"field": "roleIds", "newValue": nothing})
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"roleIds": "Please send a list; an empty list takes every entry away"}
    assert build.row(user_id)["role_ids"] == ["staff", "finance"]
    assert root.put(f"/api/v1/users/{user_id}", json={"field": "roleIds", "newValue": []}).status_code == 200
