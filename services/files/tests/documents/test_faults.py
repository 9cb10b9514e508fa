"""A full disk and an unavailable store: clear errors, nothing lost, nothing twice (issue 42, 7)."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.documents.model import file, stored_object
from files.storage import FULL, storage
from kit.database import Database
from kit.errors import BUSY
from kit.policy import Actor
from kit.settings import settings
from services.files.tests.builders import upload
from services.files.tests.reading.test_reading import written
from services.files.tests.uploads import tus
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
RunJobs = Callable[[], list[dict[str, Any]]]
READER = actor("tutor", user_id=23, name="Rae Reader", persons={"tutor": 7})
ROOM = 400_000


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a store for this test."""
    monkeypatch.setattr(settings(), "storage_url", f"file://{tmp_path}/objects")
    storage.cache_clear()
    yield tmp_path / "objects"
    storage.cache_clear()


@pytest.fixture
def small_disk(store: Path) -> Iterator[Callable[[int], None]]:
    """The store on a disk of `ROOM` bytes; `small_disk(bytes)` enlarges it."""
    store.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", str(store)]
    if os.geteuid() != 0 or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("a small disk needs the right to mount one")

    def grow(size: int) -> None:
        subprocess.run(["mount", "-o", f"remount,size={size}", str(store)], check=True)

    try:
        yield grow
    finally:
        storage.cache_clear()
        subprocess.run(["umount", "--lazy", str(store)], check=True)


def counts(database: Database) -> tuple[int, int]:
    """Return the number of files, and of possible objects in the store."""
    files, objects = (database.scalar(sa.select(sa.func.count()).select_from(one)) for one in (file, stored_object))
    return files, objects


def objects(store: Path) -> list[Path]:
    return [path for path in store.rglob("*") if path.is_file()]


def noise(size: int) -> bytes:
    return b"%PDF-1.4\n" + os.urandom(size) + b"\n%%EOF\n"


def test_full_disk_refuses_too_large_files_and_stores_no_part_of_them(
    client: ClientFor, database: Database, store: Path, small_disk: Callable[[int], None]
) -> None:
    here = client(READER)
    refused = upload(here, "Large.pdf", noise(2 * ROOM))
    assert (refused.status_code, refused.json()["error"]) == (503, FULL)
    assert counts(database) == (0, 0) and objects(store) == []
    small = upload(here, "Small.pdf", noise(1_000))
    assert small.status_code == 201, small.text
    small_disk(4 * ROOM)
    assert upload(here, "Large.pdf", noise(2 * ROOM)).status_code == 201
    assert counts(database) == (2, 2) and len(objects(store)) == 2
    assert here.get(f"/api/v1/file/{small.json()['data']['id']}/download").status_code == 200


def test_resumable_upload_continues_once_there_is_space(
    client: ClientFor, database: Database, store: Path, small_disk: Callable[[int], None]
) -> None:
    content = noise(2 * ROOM)
    here = client(READER)
    address = tus.created(here, "Large.pdf", len(content))
    refused = tus.patch(here, address, 0, content)
    assert (refused.status_code, tus.head(here, address).headers["upload-offset"]) == (503, "0"), refused.text
    small_disk(8 * ROOM)
    assert tus.patch(here, address, 0, content).status_code == 204
    assert counts(database)[0] == 1


def test_unavailable_store_loses_nothing_and_recovers(
    client: ClientFor, database: Database, run_jobs: RunJobs, store: Path
) -> None:
    here = client(READER)
    number = upload(here, "Keats.pdf", written("Ode to a nightingale")).json()["data"]["id"]
    away = store.rename(store.with_name("away"))
    refused = upload(here, "Second.pdf", written("Words"))
    assert (refused.status_code, refused.json()["error"]) == (503, BUSY)
    served = here.get(f"/api/v1/file/{number}/download")
    assert (served.status_code, served.json()["error"]) == (503, BUSY)
    run_jobs()
    assert here.get(f"/api/v1/file/{number}/pages").json()["data"]["state"] == "waiting"
    assert counts(database)[0] == 1
    away.rename(store)
    assert here.get(f"/api/v1/file/{number}/download").status_code == 200
    run_jobs()
    assert here.get(f"/api/v1/file/{number}/pages").json()["data"]["state"] == "read"
    assert upload(here, "Second.pdf", written("Words")).status_code == 201
    assert counts(database)[0] == len(objects(store)) == 2
