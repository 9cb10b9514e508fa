"""The system in containers, shared by all tests of a run."""

from collections.abc import Iterator

import pytest

from deploy.running.system import System
from devstack.layout import instance
from devstack.run import control


@pytest.fixture(scope="session")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    containers = System(instance(), tmp_path_factory.mktemp("images"))
    try:
        containers.bring_up(workers=("people", "files"))
        control.demo(containers.instance)
        yield containers
    finally:
        containers.down()
