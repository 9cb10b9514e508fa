"""Other services as peers, for tests of calls to them. Each is a process with a database of demo data and a gRPC
server. A peer starts when the first test needs it and serves until the end of the run.

`python -m staffroom_testing.peers people` is such a process: it prints its port, and ends at the end of its input.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

SERVICES = tuple(wiring.parent.name for wiring in Path(__file__).parents[3].glob("*/src/*/wiring.py"))
_running: dict[str, tuple[subprocess.Popen[str], int]] = {}


@contextlib.contextmanager
def answering(*names: str) -> Iterator[None]:
    """Make these services available for a block; all others are unavailable."""
    from kit import rpc
    from kit.settings import settings

    before = os.environ.get("STAFFROOM_GRPC_PEERS")
    ports = {name: _port(name) if name in names else 1 for name in (*SERVICES, *names)}
    os.environ["STAFFROOM_GRPC_PEERS"] = ",".join(f"{name}=127.0.0.1:{port}" for name, port in ports.items())
    settings.cache_clear()
    rpc.channel.cache_clear()
    try:
        yield
    finally:
        if before is None:
            del os.environ["STAFFROOM_GRPC_PEERS"]
        else:
            os.environ["STAFFROOM_GRPC_PEERS"] = before
        settings.cache_clear()
        rpc.channel.cache_clear()


def _port(name: str) -> int:
    if name not in _running:
        environment = os.environ | {"STAFFROOM_GRPC_PEERS": ""}
        command = [sys.executable, "-m", "staffroom_testing.peers", name]
        child = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        port = child.stdout.readline()
        if not port:
            pytest.fail(f"The service {name} did not start as a peer of this test", pytrace=False)
        _running[name] = child, int(port)
    return _running[name][1]


def stop() -> None:
    """End all peers; each drops its database."""
    for child, _ in _running.values():
        child.communicate()
    _running.clear()


def _serve(name: str) -> None:
    from kit.rpc import RpcServer
    from staffroom_testing.databases import TestDatabase
    from staffroom_testing.demo import world

    service = importlib.import_module(f"{name}.wiring").service
    database = TestDatabase(os.environ["STAFFROOM_TEST_ADMIN_URL"], name, service.metadata, "_peer")
    try:
        with psycopg.connect(database.url) as connection:
            importlib.import_module("services.demo.part").fill(name, connection, world())
        server = RpcServer(list(service.rpc), "127.0.0.1:0")
        print(server.port, flush=True)
        sys.stdin.read()
        server.stop(0)
    finally:
        database.drop()


if __name__ == "__main__":
    _serve(sys.argv[1])
