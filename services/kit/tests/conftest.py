"""Two toy services for kit's own tests: `toypub` publishes, runs jobs and answers calls, `toysub` subscribes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from grpc_tools import protoc

TOYS = Path(__file__).parent / "toys"


@pytest.fixture(scope="session")
def toys_path(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Where Python finds the toys and the code generated from their proto file."""
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
