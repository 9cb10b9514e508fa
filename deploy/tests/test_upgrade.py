"""The upgrade of docker-compose: its steps in order, and that what fails leaves the old release in place.

No Docker engine runs where these tests do, so a program in its place notes what it is asked.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from deploy import images, upgrade
from devstack.layout import Trouble

DOCKER = """#!/bin/sh
echo "$*" >> "{log}"
grep STAFFROOM_VERSION .env >> "{log}"
case "$*" in *{fails}*) exit 3;; esac
"""
LINES = "# Ours.\nSTAFFROOM_PUBLIC_URL=https://staffroom.example.org\nSTAFFROOM_TLS=files\nPOSTGRES_PASSWORD=kept\n"
OLD = "STAFFROOM_VERSION=1.0.0\n"
NEW = f"STAFFROOM_VERSION={images.version()}"
Docker = Callable[..., Path]


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Docker:
    """Puts a `docker` on the path that fails at a step; returns the file with what it was asked."""
    monkeypatch.delenv("BACKUP", raising=False)
    (tmp_path / ".env").write_text(LINES + OLD + "STAFFROOM_REGISTRY=registry.example/staffroom\n")

    def make(fails: str = "never") -> Path:
        program, log = tmp_path / "bin" / "docker", tmp_path / "asked"
        program.parent.mkdir()
        program.write_text(DOCKER.format(log=log, fails=fails))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
        return log

    return make


def asked(log: Path) -> list[str]:
    return [line.removeprefix("compose ") for line in log.read_text().splitlines() if line.startswith("compose ")]


def test_images_come_before_the_backup_and_both_before_the_containers(docker: Docker, tmp_path: Path) -> None:
    log = docker()
    upgrade.upgrade(tmp_path)
    steps = ["pull --quiet", "exec -T backup python -m backup once", "up --detach --wait --remove-orphans"]
    assert asked(log) == steps
    assert log.read_text().count(NEW) == 3, "each step sees the new version"
    assert (tmp_path / ".env").read_text().startswith(f"{LINES}{NEW}\n")


@pytest.mark.parametrize(("fails", "text"), [("pull", "could not be fetched"), ("once", "The backup was not made")])
def test_a_step_that_fails_before_the_containers_leaves_the_old_version(
    docker: Docker, tmp_path: Path, fails: str, text: str
) -> None:
    log = docker(fails)
    with pytest.raises(Trouble, match=text):
        upgrade.upgrade(tmp_path)
    assert (tmp_path / ".env").read_text().startswith(LINES + OLD)
    assert not [line for line in asked(log) if line.startswith("up ")]


def test_containers_that_do_not_come_up_are_said_with_the_way_back(docker: Docker, tmp_path: Path) -> None:
    docker("--wait")
    with pytest.raises(Trouble, match=r"go back with `git checkout v1\.0\.0`"):
        upgrade.upgrade(tmp_path)


def test_an_upgrade_without_a_backup_is_asked_for(
    docker: Docker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = docker()
    monkeypatch.setenv("BACKUP", "0")
    upgrade.upgrade(tmp_path)
    assert len(asked(log)) == 2


def test_without_settings_or_docker_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match="python -m deploy settings"):
        upgrade.upgrade(tmp_path)
    (tmp_path / ".env").write_text(LINES + OLD + "STAFFROOM_REGISTRY=registry.example/staffroom\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="docker is missing"):
        upgrade.upgrade(tmp_path)
    assert OLD in (tmp_path / ".env").read_text()
