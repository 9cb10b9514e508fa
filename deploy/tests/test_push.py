"""Images go to the registry of an operator under the names that docker-compose and the chart ask for."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from deploy import images
from deploy.tests.conftest import Docker
from devstack.layout import ROOT, Trouble

REGISTRY = "registry.example.org/office"


@pytest.fixture(autouse=True)
def engine_is_asked_anew() -> Iterator[None]:
    images.engine.cache_clear()
    yield
    images.engine.cache_clear()


def test_every_image_is_pushed(docker: Docker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = docker()
    monkeypatch.chdir(tmp_path)
    images.push(images.chosen(["people", "web"]), f"{REGISTRY}/")
    asked = [line for line in log.read_text().splitlines() if line.startswith(("tag", "push"))]
    version = images.version()
    names = {name: f"{REGISTRY}/staffroom/{name}:{version}" for name in ("people", "web")}
    assert asked == [
        f"tag staffroom/people:{version} {names['people']}",
        f"push --quiet {names['people']}",
        f"tag staffroom/web:{version} {names['web']}",
        f"push --quiet {names['web']}",
    ]
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    wanted = services["people"]["image"].replace("${STAFFROOM_REGISTRY:-staffroom}", f"{REGISTRY}/staffroom")
    assert wanted.replace("${STAFFROOM_PEOPLE_VERSION:-${STAFFROOM_VERSION}}", version) == names["people"]


def test_missing_image_is_named(docker: Docker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    docker("tag")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Trouble, match=r"staffroom/backup:.* was not pushed .*make images"):
        images.push(images.chosen(["backup"]), REGISTRY)
    assert subprocess.run(["docker", "info"], check=False).returncode == 0
