"""Settings, views and stars: each person's own, on every device."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from identity.personal.rules import MOST_VISITS
from kit.policy import Actor
from services.identity.tests.builders import Build

ClientFor = Callable[[Actor | None], httpx.Client]
ME = "/api/v1/me"
LIST = "/students"
VIEW = {"list": LIST, "name": "Debtors", "query": {"status": "active", "sort": "-balance"}, "view": "table"}
COLUMNS = [{"name": "lastName", "width": 240, "pinned": True}, {"name": "id", "hidden": True}]


@pytest.fixture
def me(build: Build, client: ClientFor) -> httpx.Client:
    """A person signed in."""
    return client(build.actor(build.user("ada", "staff"), "staff"))


def _data(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()["data"]


def test_settings_belong_to_the_person(me: httpx.Client) -> None:
    defaults = {"theme": "device", "density": "compact", "language": "en", "startPage": "/", "version": 0}
    assert _data(me.get(f"{ME}/settings")) == defaults
    assert _data(me.put(f"{ME}/settings", json={"theme": "dark"}))["version"] == 1
    changed = defaults | {"theme": "dark", "startPage": "/students/list", "version": 2}
    assert _data(me.put(f"{ME}/settings", json={"startPage": "/students/list"})) == changed
    assert _data(me.get(f"{ME}/settings")) == changed


def test_default_language_comes_from_the_organisation(build: Build, client: ClientFor) -> None:
    """Issue 43, 7: Portuguese for organisation 3, which is in Portugal."""
    porto = build.organisation("Porto", currency="EUR", country="PT")
    ines = client(build.actor(build.user("ines", "staff", organisation_id=porto), "staff"))
    kept = _data(ines.get(f"{ME}/settings"))
    assert (kept["language"], kept["version"]) == ("pt", 0)
    assert _data(ines.put(f"{ME}/settings", json={"theme": "dark"}))["language"] == "pt"
    assert _data(ines.put(f"{ME}/settings", json={"language": "en"}))["language"] == "en"
    assert _data(ines.get(f"{ME}/settings"))["language"] == "en"


@pytest.mark.parametrize(
    ("body", "field", "text"),
    [
        ({"theme": "pink"}, "theme", "Please choose one of: device, light, dark, contrast"),
        ({"density": 3}, "density", "Please choose one of: compact, comfortable"),
        ({"theme": None}, "theme", "Field is required"),
        ({"language": "fr"}, "language", "Please choose one of: en, pt"),
        ({"startPage": "//elsewhere.example"}, "startPage", "Please choose a screen, such as /students/list"),
        ({"colour": "red"}, "colour", "Unknown field"),
    ],
)
def test_setting_accepts_only_declared_values(me: httpx.Client, body: dict[str, Any], field: str, text: str) -> None:
    answer = me.put(f"{ME}/settings", json=body)
    assert (answer.status_code, answer.json()["fields"]) == (422, {field: text})


def test_view_is_stored_by_name(me: httpx.Client) -> None:
    first = _data(me.post(f"{ME}/views", json=VIEW | {"columns": COLUMNS, "isDefault": True}))
    assert (first["query"], first["columns"], first["isDefault"]) == (VIEW["query"], COLUMNS, True)
    assert me.post(f"{ME}/views", json=VIEW).json()["fields"] == {"name": "You already have a view with this name"}
    second = _data(me.post(f"{ME}/views", json=VIEW | {"name": "Leavers", "isDefault": True}))
    _data(me.post(f"{ME}/views", json=VIEW | {"list": "/tutors"}))
    named = [(view["name"], view["isDefault"]) for view in _data(me.get(f"{ME}/views", params={"list": LIST}))]
    assert named == [("Debtors", False), ("Leavers", True)]
    renamed = _data(me.put(f"{ME}/views/{second['id']}", json={"name": "Gone", "position": 0}))
    assert (renamed["name"], renamed["query"], renamed["version"]) == ("Gone", VIEW["query"], 2)
    assert [view["name"] for view in _data(me.get(f"{ME}/views", params={"list": LIST}))] == ["Gone", "Debtors"]
    assert _data(me.delete(f"{ME}/views/{first['id']}")) == {"id": first["id"]}
    assert me.delete(f"{ME}/views/{first['id']}").status_code == 404


def test_layout_of_a_list_is_one_view_without_a_name(me: httpx.Client) -> None:
    layout = _data(me.put(f"{ME}/layout", json={"list": LIST, "columns": COLUMNS}))
    again = _data(me.put(f"{ME}/layout", json={"list": LIST, "columns": COLUMNS[:1]}))
    assert (again["id"], again["name"], again["columns"]) == (layout["id"], None, COLUMNS[:1])
    assert me.put(f"{ME}/views/{layout['id']}", json={"name": "Mine"}).status_code == 422
    assert [view["id"] for view in _data(me.get(f"{ME}/views"))] == [layout["id"]]


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ({"name": "x" * 61}, "name"),
        ({"name": " "}, "name"),
        ({"list": "students"}, "list"),
        ({"query": {"status": 1}}, "query.status"),
        ({"columns": [{"name": "id", "width": 4}]}, "columns.0.width"),
        ({"columns": [{"name": "id"}, {"name": "id"}]}, "columns"),
        ({"columns": [{"name": "id", "colour": "red"}]}, "columns.0.colour"),
        ({"isDefault": "perhaps"}, "isDefault"),
    ],
)
def test_invalid_view_names_the_wrong_field(me: httpx.Client, part: dict[str, Any], field: str) -> None:
    answer = me.post(f"{ME}/views", json=VIEW | part)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


def test_list_has_at_most_fifty_views(me: httpx.Client) -> None:
    for number in range(50):
        _data(me.post(f"{ME}/views", json=VIEW | {"name": f"View {number}"}))
    refused = me.post(f"{ME}/views", json=VIEW | {"name": "One more"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_views")


def test_star_is_stored_once_and_deleted(me: httpx.Client) -> None:
    student = {"target": "/students/7", "title": "Ada Lovelace", "kind": "record"}
    star = _data(me.post(f"{ME}/stars", json=student))
    assert _data(me.post(f"{ME}/stars", json=student | {"title": "Ada King"}))["id"] == star["id"]
    _data(me.post(f"{ME}/stars", json={"target": "/students/list?saved=3", "title": "Debtors", "kind": "view"}))
    assert [one["title"] for one in _data(me.get(f"{ME}/stars"))] == ["Debtors", "Ada King"]
    assert me.post(f"{ME}/stars", json=student | {"target": "https://elsewhere.example"}).status_code == 422
    assert _data(me.delete(f"{ME}/stars/{star['id']}")) == {"id": star["id"]}


def test_visits_are_stored_once_newest_first(me: httpx.Client) -> None:
    def visit(target: str, title: str) -> list[str]:
        kept = _data(me.put(f"{ME}/visits", json={"target": target, "title": title}))
        assert kept == _data(me.get(f"{ME}/visits"))
        return [entry["title"] for entry in kept]

    visit("/students/7", "Ada Lovelace")
    assert visit("/students/list", "Students") == ["Students", "Ada Lovelace"]
    assert visit("/students/7", "Ada King") == ["Ada King", "Students"]
    for number in range(MOST_VISITS):
        kept = visit(f"/courses/{number}", f"Course {number}")
    assert (len(kept), kept[0], "Students" in kept) == (MOST_VISITS, f"Course {MOST_VISITS - 1}", False)
    elsewhere = {"target": "//elsewhere.example", "title": "Elsewhere"}
    assert me.put(f"{ME}/visits", json=elsewhere).status_code == 422


def test_choices_of_another_user_are_not_reachable(build: Build, client: ClientFor, me: httpx.Client) -> None:
    view = _data(me.post(f"{ME}/views", json=VIEW))["id"]
    star = _data(me.post(f"{ME}/stars", json={"target": "/a", "title": "A"}))["id"]
    _data(me.put(f"{ME}/visits", json={"target": "/a", "title": "A"}))
    _data(me.put(f"{ME}/settings", json={"theme": "dark"}))
    other = client(build.actor(build.user("bob", "sysAdmin", "staff"), "sysAdmin", "staff"))
    assert [_data(other.get(f"{ME}/{part}")) for part in ("views", "stars", "visits")] == [[], [], []]
    assert _data(other.get(f"{ME}/settings"))["theme"] == "device"
    assert other.put(f"{ME}/views/{view}", json={"name": "Mine now"}).status_code == 404
    assert [other.delete(f"{ME}/{path}").status_code for path in (f"views/{view}", f"stars/{star}")] == [404, 404]
    assert _data(other.post(f"{ME}/views", json=VIEW))["id"] != view
    assert client(None).get(f"{ME}/views").status_code == 401


def test_impersonator_reads_choices_and_cannot_change_them(build: Build, client: ClientFor) -> None:
    ada, root = build.user("ada", "staff"), build.user("root", "staff", "sysAdmin")
    _data(client(build.actor(ada, "staff")).put(f"{ME}/layout", json={"list": LIST, "columns": COLUMNS}))
    acting = client(build.actor(ada, "staff", real_user_id=root))
    assert _data(acting.get(f"{ME}/views"))[0]["columns"] == COLUMNS
    assert acting.put(f"{ME}/layout", json={"list": LIST, "columns": []}).status_code == 403
    assert acting.put(f"{ME}/settings", json={"theme": "dark"}).status_code == 403
    assert acting.post(f"{ME}/stars", json={"target": "/a", "title": "A"}).status_code == 403
