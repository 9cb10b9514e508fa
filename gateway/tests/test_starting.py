"""The gateway during its start: no caller gets a 404."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import httpx
import pytest
import yaml

from devstack.layout import ROOT, Instance
from devstack.programs import gate
from devstack.stack import environment
from devstack.stack.gateway import command, write_static

BASE = 19700
BIN = Path(sys.prefix) / "bin"


def _static(instance: Instance, env: dict[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    caddy = [str(BIN / "caddy"), "run", "--config", str(ROOT / "gateway" / "Caddyfile"), "--adapter", "caddyfile"]
    process = subprocess.Popen(caddy, env=env, stdout=log, stderr=log)
    _until(lambda: _status(f"http://127.0.0.1:{instance.port('static')}/healthz") == 200, instance.state)
    return process


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[Instance]:
    """An installation with static files and without services."""
    (tmp_path / "gateway").mkdir()
    instance = Instance("starting", BASE, "127.0.0.1", tmp_path)
    env = environment.process(instance, environment.gateway(instance) | {"STATIC_ROOT": str(tmp_path)})
    with (tmp_path / "log").open("wb") as log:
        static = _static(instance, env, log)
        gateway = subprocess.Popen(command(instance), env=env, stdout=log, stderr=log, cwd=ROOT)
        yield instance
        for process in (gateway, static):
            process.terminate()
            assert process.wait(30) in (0, 1, -15)


def _until(happened: object, folder: Path) -> None:
    deadline = time.monotonic() + 120
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < deadline, (folder / "log").read_text()[-3000:]
        time.sleep(0.01)


def _status(address: str) -> int | None:
    try:
        return httpx.get(address, timeout=5).status_code
    except httpx.HTTPError:
        return None


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="sockets share a port like this on Linux only")
def test_starting_gateway_answers_503_until_it_can_route(instance: Instance) -> None:
    address = f"http://127.0.0.1:{BASE}/api/v1/students"
    texts: list[str] = []

    def routed() -> bool:
        try:
            answer = httpx.post(address, json={"name": "x" * 100_000}, timeout=10)
        except httpx.ConnectError:
            assert not texts, "a port that was open is closed again"
            return False
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json"), answer.text
        assert int(answer.headers["retry-after"]) > 0
        body = answer.json()
        assert (body["code"], body["requestId"]) == ("unavailable", answer.headers["x-request-id"])
        texts.append(body["error"])
        return bool(body["error"] != gate.STARTING)

    _until(routed, instance.state)
    assert texts[0] == gate.STARTING
    assert _status(f"http://127.0.0.1:{instance.port('gateway-admin')}/ready") == 200
    assert httpx.get(f"http://127.0.0.1:{BASE}/api/v1/nothing").json()["code"] == "not_found"


class Composed:
    """Gate and gateway side by side as docker-compose.yml runs them: its commands with our addresses."""

    def __init__(self, instance: Instance, log: IO[bytes]) -> None:
        self.instance, self.log = instance, log
        services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
        assert services["gateway"]["network_mode"] == "service:gate"
        assert services["gate"]["entrypoint"] == ["python", "/gate.py", "", "8080", "8189"]
        assert services["gateway"]["entrypoint"] == ["sh", "/etc/traefik/start.sh"]
        config = yaml.safe_load(write_static(instance).read_text())
        config["entryPoints"]["web"]["address"] = f":{BASE}"  # as in the file, without a host
        self.config = instance.state / "composed.yml"
        self.config.write_text(yaml.safe_dump(config))
        self.env = environment.process(instance, environment.gateway(instance) | {"STATIC_ROOT": str(instance.state)})
        self.env |= {"PATH": f"{BIN}:{os.environ['PATH']}", "TMPDIR": str(instance.state)}
        self.env["STAFFROOM_TRUSTED_PROXIES"] = "10.0.0.0/8,fd00::/8"

    def gate(self) -> subprocess.Popen[bytes]:
        ports = [str(BASE), str(self.instance.port("gateway-admin"))]
        # without our folder and packages: the container has only this file
        program = [sys.executable, "-I", str(ROOT / "devstack" / "programs" / "gate.py"), "", *ports]
        return subprocess.Popen(program, cwd="/", stdout=self.log, stderr=self.log)

    def gateway(self) -> subprocess.Popen[bytes]:
        program = ["sh", str(ROOT / "gateway" / "start.sh"), str(self.config)]
        return subprocess.Popen(program, env=self.env, stdout=self.log, stderr=self.log)


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="sockets share a port like this on Linux only")
def test_compose_gateway_answers_no_404_while_it_starts_dies_and_restarts(tmp_path: Path) -> None:
    (tmp_path / "gateway").mkdir()
    instance = Instance("composed", BASE, "127.0.0.1", tmp_path)
    seen: list[str] = []

    def answered(wanted: str) -> bool:
        """Send one request with either kind of address; fail unless the gate, the gateway or a route answers."""
        host = ("127.0.0.1", "[::1]")[len(seen) % 2]
        try:
            answer = httpx.post(f"http://{host}:{BASE}/api/v1/students", json={"name": "x"}, timeout=20)
        except httpx.HTTPError:
            return False  # the gateway was killed with our connection open, or this machine lacks such an address
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/json"), answer.text
        assert int(answer.headers["retry-after"]) > 0
        state = "starting" if answer.json()["error"] == gate.STARTING else "routed"
        seen.append(state)
        return state == wanted

    with (tmp_path / "log").open("wb") as log, contextlib.ExitStack() as running:
        composed = Composed(instance, log)

        def started(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
            running.callback(process.wait, 30)
            running.callback(process.kill)
            return process

        started(_static(instance, composed.env, log))
        started(composed.gate())
        _until(lambda: answered("starting"), tmp_path)
        gateway = started(composed.gateway())
        _until(lambda: answered("routed"), tmp_path)
        gateway.kill()
        gateway.wait(30)
        _until(lambda: answered("starting"), tmp_path)
        started(composed.gateway())
        _until(lambda: answered("routed"), tmp_path)
        for _ in range(50):
            assert answered("routed")
    assert {"starting", "routed"} == set(seen)
    written = yaml.safe_load((tmp_path / "traefik.yml").read_text())
    assert written["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] == ["10.0.0.0/8", "fd00::/8"]
