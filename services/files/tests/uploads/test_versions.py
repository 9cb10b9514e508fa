"""New versions of library files as resumable uploads (issue 42, 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest

from kit.policy import Actor
from services.files.tests.library.conftest import KEEPER, MORE, READER, known_users, policies, put_in
from services.files.tests.uploads import tus
from services.files.tests.uploads.test_uploads import KB, pdf, small_pieces

ClientFor = Callable[[Actor | None], httpx.Client]
__all__ = ["known_users", "policies", "small_pieces"]


def _path(number: int) -> dict[str, str]:
    return {"path": f"/file/{number}/update"}


def test_version_is_sent_in_pieces(client: ClientFor, policies: int) -> None:
    number = put_in(client, KEEPER, policies)
    here, data = client(KEEPER), pdf(200 * KB)
    address = tus.created(here, "Other.pdf", len(data), note="New  law", **_path(number))
    assert tus.patch(here, address, 0, data[: 100 * KB]).headers["upload-offset"] == str(100 * KB)
    assert len(here.get(f"/api/v1/file/{number}/versions").json()["data"]) == 1
    last = tus.patch(here, address, 100 * KB, data[100 * KB :])
    assert last.headers["upload-file-id"] == str(number)
    listed = here.get(f"/api/v1/file/{number}/versions").json()["data"]
    assert next((one["number"], one["note"], one["size"]) for one in listed) == (2, "New law", len(data))
    now = client(READER).get(f"/api/v1/file/{number}/download")
    assert now.content == data
    assert here.get(f"/api/v1/file/{number}/details").json()["data"]["name"] == "Safeguarding"


@pytest.mark.parametrize(("who", "status"), [(MORE, 403), (READER, 403)])
def test_only_administrators_begin_a_version(client: ClientFor, policies: int, who: Actor, status: int) -> None:
    number = put_in(client, KEEPER, policies)
    assert tus.create(client(who), "Other.pdf", 100 * KB, **_path(number)).status_code == status


def test_form_of_a_version_is_checked_before_its_first_byte(client: ClientFor, policies: int) -> None:
    number, here = put_in(client, KEEPER, policies), client(KEEPER)
    assert tus.create(here, "Other.pdf", 100 * KB, **_path(999_999)).status_code == 404
    assert tus.create(here, "Other.pdf", 100 * KB, path="/file/x/update").status_code == 400
    long = tus.create(here, "Other.pdf", 100 * KB, note="x" * 201, **_path(number))
    assert (long.status_code, long.json()["fields"]) == (422, {"note": "Please use maximum 200 characters"})
    assert tus.create(here, "Other.pdf", 100 * KB, signBy="soon", **_path(number)).status_code == 422
    assert here.get(f"/api/v1/file/{number}/lock").status_code == 200
    locked = tus.create(here, "Other.pdf", 100 * KB, **_path(number))
    assert locked.json()["error"] == "This file is locked. Unlock it before you add a version."


def test_file_locked_during_the_upload_refuses_the_last_piece(client: ClientFor, policies: int) -> None:
    number, data = put_in(client, KEEPER, policies), pdf(100 * KB)
    here = client(KEEPER)
    address = tus.created(here, "Other.pdf", len(data), **_path(number))
    assert here.get(f"/api/v1/file/{number}/lock").status_code == 200
    assert tus.patch(here, address, 0, data).status_code == 409
    assert len(here.get(f"/api/v1/file/{number}/versions").json()["data"]) == 1
