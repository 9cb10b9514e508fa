"""Two toy services for kit's own tests: `toypub` publishes, runs jobs and answers calls, `toysub` subscribes."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from grpc_tools import protoc
from hypothesis import HealthCheck
from hypothesis import settings as generation

from kit.database import database
from kit.settings import settings
from staffroom_testing.databases import MISSING

# The speed of the machine that generates an example says nothing about the code.
generation.register_profile("staffroom", deadline=None, suppress_health_check=[HealthCheck.too_slow])
generation.load_profile("staffroom")

TOYS = Path(__file__).parent / "toys"


@pytest.fixture(scope="session")
def toys_path(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Import paths of the toys and of the code generated from their proto file."""
    generated = tmp_path_factory.mktemp("toys")
    shipped = Path(protoc.__file__).parent / "_proto"
    arguments = [f"-I{TOYS}", f"-I{shipped}", f"--python_out={generated}", f"--grpc_python_out={generated}"]
    assert protoc.main(["protoc", *arguments, "toy.proto"]) == 0
    paths = [str(TOYS), str(generated)]
    sys.path[:0] = paths
    return paths


@pytest.fixture(scope="session")
def service(toys_path: list[str]) -> Any:
    from toypub.wiring import service

    return service


@pytest.fixture(scope="session")
def python_path(toys_path: list[str]) -> str:
    """PYTHONPATH of a toy process."""
    return os.pathsep.join([*toys_path, *sys.path])


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty service `migrated` with an empty database."""
    source = tmp_path / "migrated" / "src" / "migrated"
    source.mkdir(parents=True)
    (source / "__init__.py").touch()
    monkeypatch.syspath_prepend(str(source.parent))
    admin_url = os.environ.get("STAFFROOM_TEST_ADMIN_URL") or pytest.fail(MISSING, pytrace=False)
    # The name differs from those of `TestDatabase`: another run would consider it abandoned while nobody is connected.
    name = f"staffroom_migrated_{os.getpid()}"
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(f"create database {name} template template0")
        monkeypatch.setenv("STAFFROOM_DATABASE_URL", admin_url.rsplit("/", 1)[0] + f"/{name}")
        settings.cache_clear()
        database.cache_clear()
        yield "migrated"
        database().dispose()
        settings.cache_clear()
        database.cache_clear()
        admin.execute(f"drop database {name} with (force)")
    sys.modules.pop("migrated", None)
