"""Restore over the data of a stopped server, as docker-compose does it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from backup import inplace
from backup.__main__ import main
from backup.tests.conftest import OWNER, Installation, notes

pytestmark = pytest.mark.component


def over(place: Path, *more: str) -> list[str]:
    return ["restore", "latest", "--over", str(place / "18" / "docker"), "--owner", str(OWNER), *more]


@pytest.fixture
def place(installation: Installation) -> Path:
    """The volume of a server that has not started yet."""
    folder = installation.folder / "volume"
    folder.mkdir()
    folder.chmod(0o711)
    return folder


def test_replaced_data_stay_next_to_the_new_ones(
    installation: Installation, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installation.write(1)
    assert main(["once"]) == 0
    queue = installation.folder / "valkey"
    (queue / "appendonlydir").mkdir(parents=True)
    (queue / "appendonlydir" / "1.aof").write_text("a job of yesterday")
    capsys.readouterr()
    assert main(over(place, "--check", "--empty", str(queue))) == 0
    assert " can be restored" in capsys.readouterr().out
    assert list(queue.iterdir()), "a check changes nothing"
    assert main(over(place, "--empty", str(queue))) == 0
    data = place / "18" / "docker"
    done = json.loads(capsys.readouterr().out)
    assert done["streams"].keys() >= {"identity"}
    assert notes(data) == [1]
    assert not list(queue.iterdir())
    installation.write(2)
    assert main(["once"]) == 0
    for expected in ([1], [1, 2]):  # the second restore removes the data that the first one replaced
        assert main(over(place)) == 0
        assert notes(data) == [1, 2]
        assert notes(data.with_name(f"docker{inplace.REPLACED}")) == expected
    assert sorted(path.name for path in data.parent.iterdir()) == ["docker", "docker.replaced"]


def test_objects_belong_to_the_owner_of_their_folder(installation: Installation, place: Path) -> None:
    installation.upload("ab/cd/abc", b"a contract")
    assert main(["once"]) == 0
    folder = installation.folder / "objects"
    shutil.rmtree(folder)
    folder.mkdir()
    if os.geteuid() == 0:
        os.chown(folder, 10001, 10002)
    assert main(over(place)) == 0
    assert (folder / "ab" / "cd" / "abc").read_bytes() == b"a contract"
    wanted = folder.stat()
    for path in folder.rglob("*"):
        assert (path.stat().st_uid, path.stat().st_gid) == (wanted.st_uid, wanted.st_gid), path


@pytest.mark.all
def test_refused_restore_leaves_the_data(
    installation: Installation, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    installation.upload("ab/abc", b"a contract")
    assert main(["once"]) == 0
    data = place / "18" / "docker"
    data.mkdir(parents=True)
    (data / "PG_VERSION").write_text("18\n")
    [lost] = (path for path in installation.target.glob("objects/ab/*") if path.is_file())
    lost.unlink()
    queue = installation.folder / "nats"
    queue.mkdir()
    (queue / "kept").touch()
    capsys.readouterr()
    assert main(over(place, "--empty", str(queue))) == 65
    assert "The backup lacks 1 of 1 objects (ab/abc)" in capsys.readouterr().err
    assert main(over(place, "--empty", str(installation.folder / "none"))) == 78
    assert main(over(place, "--at", "1999-01-01T00:00Z", "--empty", str(queue))) == 65
    assert [path.name for path in data.parent.iterdir()] == ["docker"]
    assert (data / "PG_VERSION").exists() and (queue / "kept").exists()
    assert main(over(place, "--accept-missing")) == 0
    assert notes(data) == []
