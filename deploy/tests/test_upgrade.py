"""The upgrade of docker-compose: its steps in order; a failure leaves the old release in place."""

from pathlib import Path

import pytest

from deploy import images, upgrade
from deploy.tests.conftest import LINES, OLD, Docker, asked
from devstack.layout import Trouble

NEW = f"STAFFROOM_VERSION={images.version()}"


def test_images_precede_the_backup_and_both_precede_the_containers(docker: Docker, tmp_path: Path) -> None:
    log = docker()
    upgrade.upgrade(tmp_path)
    steps = ["pull --quiet", "exec -T backup python -m backup once", "up --detach --wait --remove-orphans"]
    assert asked(log) == steps
    assert log.read_text().count(NEW) == 3, "each step sees the new version"
    assert (tmp_path / ".env").read_text().startswith(f"{LINES}{NEW}\n")


@pytest.mark.parametrize(("fails", "text"), [("pull", "could not be fetched"), ("once", "The backup was not made")])
def test_failure_before_the_containers_keeps_the_old_version(
    docker: Docker, tmp_path: Path, fails: str, text: str
) -> None:
    log = docker(fails)
    with pytest.raises(Trouble, match=text):
        upgrade.upgrade(tmp_path)
    assert (tmp_path / ".env").read_text().startswith(LINES + OLD)
    assert not [line for line in asked(log) if line.startswith("up ")]


def test_area_with_its_own_version_gets_the_release_version(docker: Docker, tmp_path: Path) -> None:
    docker()
    path = tmp_path / ".env"
    path.write_text(f"{path.read_text()}STAFFROOM_TEACHING_VERSION=1.0.0.3\n")
    upgrade.upgrade(tmp_path)
    assert "STAFFROOM_TEACHING_VERSION" not in path.read_text()
    assert path.read_text().startswith(f"{LINES}{NEW}\n")


def test_failed_upgrade_keeps_the_version_of_an_area(docker: Docker, tmp_path: Path) -> None:
    docker("pull")
    path = tmp_path / ".env"
    path.write_text(f"{path.read_text()}STAFFROOM_TEACHING_VERSION=1.0.0.3\n")
    with pytest.raises(Trouble):
        upgrade.upgrade(tmp_path)
    assert "STAFFROOM_TEACHING_VERSION=1.0.0.3\n" in path.read_text()


def test_failed_start_of_containers_is_reported_with_the_way_back(docker: Docker, tmp_path: Path) -> None:
    docker("--wait")
    with pytest.raises(Trouble, match=r"go back with `git checkout v1\.0\.0`"):
        upgrade.upgrade(tmp_path)


def test_upgrade_without_a_backup_is_explicit(docker: Docker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = docker()
    monkeypatch.setenv("BACKUP", "0")
    upgrade.upgrade(tmp_path)
    assert len(asked(log)) == 2


def test_missing_settings_or_docker_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match="make deploy ARGS=settings"):
        upgrade.upgrade(tmp_path)
    (tmp_path / ".env").write_text(LINES + OLD + "STAFFROOM_REGISTRY=registry.example/staffroom\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match="docker, or its part compose, is missing"):
        upgrade.upgrade(tmp_path)
    assert OLD in (tmp_path / ".env").read_text()


def test_docker_without_compose_is_reported(docker: Docker, tmp_path: Path) -> None:
    docker(compose=1)
    with pytest.raises(Trouble, match="docker, or its part compose, is missing"):
        upgrade.upgrade(tmp_path)
    assert OLD in (tmp_path / ".env").read_text()
