"""Shared tables: who sees, changes and saves them, and the lists that start from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from kit.policy import Actor
from services.identity.tests.builders import Build

ClientFor = Callable[[Actor | None], httpx.Client]
TABLES = "/api/v1/tables"
DEFINITION: dict[str, Any] = {
    "columns": [{"name": "name", "width": 240}, {"name": "email", "hidden": True}],
    "query": {"status": "active", "sort": "-name"},
    "computed": [{"name": "formula1", "title": "Initial", "formula": "lower(name)"}],
    "colors": [{"name": "rule1", "formula": "isPT", "color": "green"}],
}


class People:
    """An owner, a member of accounts, and another member of staff, each with their own client."""

    def __init__(self, build: Build, client: ClientFor) -> None:
        self.ids = {
            name: build.user(name, "staff", *more) for name, *more in (("ada",), ("ben", "accounting"), ("cleo",))
        }
        self.ada = client(build.actor(self.ids["ada"], "staff"))
        self.ben = client(build.actor(self.ids["ben"], "staff", "accounting"))
        self.cleo = client(build.actor(self.ids["cleo"], "staff"))

    def share(self, **more: Any) -> int:
        body = {"title": "Active users", "list": "/users", "definition": DEFINITION, **more}
        answer = self.ada.post(TABLES, json=body)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["data"]["id"])


@pytest.fixture
def people(build: Build, client: ClientFor) -> People:
    return People(build, client)


def _titles(client: httpx.Client) -> list[str]:
    return [row["title"] for row in client.get(f"{TABLES}?page=1").json()["data"]]


def _table(client: httpx.Client, slug: str = "active-users") -> Any:
    answer = client.get(f"/api/v1/table/{slug}")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_table_is_seen_by_owner_and_those_it_is_shared_with(people: People) -> None:
    table = people.share()
    assert _titles(people.ada) == ["Active users"]
    assert _titles(people.ben) == []
    assert people.ben.get("/api/v1/table/active-users").status_code == 404
    change = {"changes": [{"field": "roles", "newValue": ["accounting"]}]}
    assert people.ben.put(f"{TABLES}/{table}", json=change).status_code == 404
    assert people.ada.put(f"{TABLES}/{table}", json=change).status_code == 200
    assert _table(people.ben)["definition"]["query"] == {"status": "active", "sort": "-name"}
    assert _table(people.ben)["may"] == {"change": False, "own": False}
    assert _titles(people.cleo) == []
    people.ada.put(f"{TABLES}/{table}", json={"field": "people", "newValue": [people.ids["cleo"]]})
    assert _titles(people.cleo) == ["Active users"]
    assert people.ben.put(f"{TABLES}/{table}", json={"field": "title", "newValue": "Mine"}).status_code == 403
    assert people.ben.delete(f"{TABLES}/{table}").status_code == 403


def test_person_without_role_staff_sees_no_table(people: People, build: Build, client: ClientFor) -> None:
    tutor = build.user("tutor", "tutor")
    people.share(people=[tutor])
    assert client(build.actor(tutor, "tutor")).get("/api/v1/table/active-users").status_code == 403


def test_save_for_all_needs_right_and_present_version(people: People) -> None:
    table = people.share(roles=["staff"], changeRoles=["accounting"])
    saved = {"definition": {"query": {"status": "inactive"}}, "version": 1}
    path = f"{TABLES}/{table}/definition"
    assert people.cleo.put(path, json=saved).status_code == 403
    assert people.ben.put(path, json=saved).json()["data"]["definition"] == {"query": {"status": "inactive"}}
    late = people.ada.put(path, json=saved)
    assert (late.status_code, late.json()["code"]) == (409, "changed_meanwhile")
    assert late.json()["error"].startswith("Somebody else has saved this table. Go back to the shared one")
    assert people.ada.put(path, json=saved | {"version": 2}).status_code == 200


def test_own_copy_is_kept_on_the_server_until_it_is_saved_or_dropped(people: People) -> None:
    table = people.share(roles=["staff"], changeRoles=["accounting"])
    own = {"definition": {"columns": [{"name": "email"}]}, "version": 1}
    assert people.ben.put(f"{TABLES}/{table}/own", json=own).json()["data"]["own"] == {
        "version": 1,
        "definition": own["definition"],
    }
    assert _table(people.ben)["own"]["definition"] == own["definition"]
    assert (_table(people.cleo)["own"], _table(people.cleo)["definition"]["columns"]) == (None, DEFINITION["columns"])
    assert people.cleo.put(f"{TABLES}/{table}/own", json=own).status_code == 200
    saved = people.ben.put(f"{TABLES}/{table}/definition", json=own).json()["data"]
    assert (saved["own"], saved["definition"], saved["version"]) == (None, own["definition"], 2)
    assert _table(people.cleo)["own"]["version"] == 1, "hers stays, and is of the version before"
    assert people.cleo.delete(f"{TABLES}/{table}/own").json()["data"]["own"] is None
    people.ada.put(f"{TABLES}/{table}", json={"field": "roles", "newValue": []})
    assert people.cleo.put(f"{TABLES}/{table}/own", json=own).status_code == 404


def test_new_title_and_readers_do_not_refuse_a_save(people: People) -> None:
    table = people.share(changeRoles=["accounting"])
    people.ada.put(f"{TABLES}/{table}", json={"field": "title", "newValue": "Renamed"})
    saved = people.ben.put(f"{TABLES}/{table}/definition", json={"definition": {}, "version": 1})
    assert (saved.status_code, saved.json()["data"]["title"]) == (200, "Renamed")


def test_versions_have_title_and_readers_and_are_restored(people: People) -> None:
    table = people.share(changeRoles=["accounting"], people=[people.ids["cleo"]])
    path = f"{TABLES}/{table}"
    people.ben.put(f"{path}/definition", json={"definition": {"groups": ["status"]}, "version": 1})
    people.ada.put(path, json={"field": "title", "newValue": "Renamed"})
    people.ada.put(path, json={"field": "people", "newValue": []})
    people.ada.put(f"{path}/definition", json={"definition": {}, "version": 2})
    versions = people.ada.get(f"{path}/versions").json()["data"]
    assert [(one["version"], one["title"], one["savedBy"] != "") for one in versions] == [
        (3, "Renamed", True),
        (2, "Renamed", True),
        (1, "Active users", True),
    ]
    assert [len(one["people"]) for one in versions] == [0, 0, 1]
    assert people.cleo.get(f"{path}/versions").status_code == 404
    by_reader = people.ben.post(f"{path}/versions/1/restore", json={})
    assert (by_reader.json()["data"]["title"], by_reader.json()["data"]["definition"]) == ("Renamed", DEFINITION)
    assert people.ben.post(f"{path}/versions/1/restore", json={"sharing": True}).status_code == 403
    by_owner = people.ada.post(f"{path}/versions/1/restore", json={"sharing": True})
    assert (by_owner.json()["data"]["title"], by_owner.json()["data"]["version"]) == ("Active users", 5)
    assert _table(people.cleo)["definition"] == DEFINITION
    assert people.ada.post(f"{path}/versions/9/restore", json={}).json()["error"] == "This version is no longer kept"


def test_locked_table_is_saved_by_its_owner_alone(people: People) -> None:
    table = people.share(changeRoles=["accounting"], locked=True)
    path = f"{TABLES}/{table}/definition"
    assert _table(people.ben)["may"] == {"change": False, "own": False}
    assert people.ben.put(path, json={"definition": {}, "version": 1}).status_code == 403
    assert people.ada.put(path, json={"definition": {}, "version": 1}).status_code == 200


def test_titles_may_repeat_and_addresses_do_not(people: People) -> None:
    first, second = people.share(), people.share()
    slugs = [people.ada.get(f"{TABLES}/{one}").json()["data"]["slug"] for one in (first, second)]
    assert slugs == ["active-users", "active-users-2"]
    taken = people.ada.put(f"{TABLES}/{second}", json={"field": "slug", "newValue": "active-users"})
    assert taken.json()["error"] == "Another table has this address"


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("columns", [{"name": "a", "width": 5000}]),
        ("columns", [{"name": "a"}, {"name": "a"}]),
        ("computed", [{"name": "total", "title": "T", "formula": "1"}]),
        ("computed", [{"name": "formula1", "title": "T", "formula": "x" * 501}]),
        ("computed", [{"name": f"formula{n}", "title": "T", "formula": "1"} for n in range(1, 12)]),
        ("colors", [{"name": "rule1", "formula": "isPT", "color": "url(evil)"}]),
        ("query", {"status": 5}),
        ("script", "alert(1)"),
    ],
)
def test_definition_of_wrong_shape_is_refused(people: People, part: str, value: Any) -> None:
    answer = people.ada.post(TABLES, json={"title": "T", "list": "/users", "definition": {part: value}})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["definition"])


def test_list_starts_from_table_of_role_then_from_layout(people: People, client: ClientFor, build: Build) -> None:
    table = people.share(roles=["staff"])
    root = client(build.actor(build.user("root", "sysAdmin", "staff"), "sysAdmin", "staff"))
    layout = root.post("/api/v1/table-templates", json={"role": "staff", "tableId": table})
    assert layout.status_code == 201, layout.text
    assert people.cleo.post("/api/v1/table-templates", json={"role": "finance", "tableId": table}).status_code == 403
    again = root.post("/api/v1/table-templates", json={"role": "staff", "tableId": table})
    assert again.json()["error"] == "This role already has a layout of this list"
    start = people.cleo.get("/api/v1/me/tables").json()["data"]
    assert [(one["list"], one["slug"]) for one in start] == [("/users", None)]
    assert start[0]["definition"]["columns"] == DEFINITION["columns"]
    default = {"field": "defaultRoles", "newValue": ["accounting"]}
    assert people.ada.put(f"{TABLES}/{table}", json=default).status_code == 403
    assert root.put(f"{TABLES}/{table}", json=default).status_code == 200
    assert [one["slug"] for one in people.ben.get("/api/v1/me/tables").json()["data"]] == ["active-users"]
    assert [one["slug"] for one in people.cleo.get("/api/v1/me/tables").json()["data"]] == [None]
