"""The tree of a dropped folder (`money.md 5`, Folder; issue 42, 5)."""

from __future__ import annotations

import httpx
import pytest

from services.files.tests.library.conftest import KEEPER, READER, STRANGER, ClientFor, new_folder, put_in, shown


def reach(client: httpx.Client, folder_id: int, *names: str) -> httpx.Response:
    return client.post(f"/api/v1/folder/{folder_id}/way", json={"names": names})


def test_folders_of_a_path_are_reused_or_created(client: ClientFor, policies: int) -> None:
    autumn = new_folder(client, KEEPER, policies, "Autumn")
    first = reach(client(KEEPER), policies, "Autumn", " Week 1 ", "Caf\u0065\u0301")
    assert first.status_code == 200, first.text
    again = reach(client(KEEPER), policies, "Autumn", "Week 1", "Café")
    assert again.json() == first.json()
    breadcrumbs = shown(client, KEEPER, first.json()["data"]["id"])["breadcrumbs"]
    assert [one["name"] for one in breadcrumbs] == ["Library", "Policies", "Autumn", "Week 1", "Café"]
    assert breadcrumbs[2]["id"] == autumn
    # new folders inherit levels, as every folder does
    number = put_in(client, KEEPER, first.json()["data"]["id"])
    assert client(READER).get(f"/api/v1/file/{number}").status_code == 200


@pytest.mark.parametrize(("who", "status"), [(READER, 403), (STRANGER, 404)])
def test_only_administrators_of_the_folder_create_paths(
    client: ClientFor, policies: int, who: object, status: int
) -> None:
    new_folder(client, KEEPER, policies, "Autumn")
    for name in ("Autumn", "Spring"):
        assert reach(client(who), policies, name).status_code == status  # type: ignore[arg-type]
    assert [one["name"] for one in shown(client, KEEPER, policies)["subfolders"]] == ["Autumn"]


def test_refused_path_creates_none_of_its_folders(client: ClientFor, policies: int) -> None:
    for names, status, text in (
        (["Deep"] * 11, 409, "Folders are at most 12 deep"),
        (["Autumn", " "], 422, "Field is required"),
        (["Autumn", "x" * 101], 422, "Field must have at most 100 characters"),
        ([], 422, None),
    ):
        answer = reach(client(KEEPER), policies, *names)
        assert answer.status_code == status, answer.text
        assert text is None or answer.json()["error"] == text
    assert shown(client, KEEPER, policies)["subfolders"] == []
