"""Processes that are replaced while they serve."""

from __future__ import annotations

import asyncio
import http.client
import stat
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from devstack.layout import Instance
from devstack.run import handover
from devstack.stack.component import Component
from devstack.stack.probes import http_ok
from devstack.tests.run.supervised import running, until

SHARING = """
import signal, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        body = sys.argv[1].encode()
        self.send_response(200); self.send_header("Content-Length", str(len(body))); self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args): pass

class Server(HTTPServer):
    allow_reuse_port = True

server, ends = Server(("127.0.0.1", int(sys.argv[2])), Handler), []
signal.signal(signal.SIGTERM, lambda *_: ends.append(True))
server.timeout = 0.02
while not ends:
    server.handle_request()
server.handle_request()  # who came meanwhile
"""
PORT = 19340

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ports are shared on Linux only; elsewhere all restart")


def sharing(version: str) -> Component:
    command = [sys.executable, "-c", SHARING, version, str(PORT)]
    return Component("front", command, ports=(PORT,), ready=http_ok(PORT, "/"), beside=True)


def answer(attempts: int = 3) -> str:
    """Return the answer, with retries as the gateway has for reads, because an ending process resets connections that
    it has not accepted. A pause without a process outlasts the attempts."""
    try:
        return asked()
    except OSError:
        if attempts == 1:
            raise
        time.sleep(0.05)
        return answer(attempts - 1)


def asked() -> str:
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=10)
    try:
        connection.request("GET", "/")
        return connection.getresponse().read().decode()
    finally:
        connection.close()


def asking(ends: threading.Event, answers: list[str]) -> None:
    """Call until the end; exceptions count as answers."""
    while not ends.wait(0.01):
        try:
            answers.append(answer())
        except OSError as error:
            answers.append(repr(error))


def state(instance: Instance) -> str:
    return str((instance.status().get("handover") or {}).get("state"))


def test_replaced_process_refuses_no_caller(instance: Instance) -> None:
    answers: list[str] = []

    async def scenario() -> None:
        async with running(instance, [sharing("one")]) as supervisor:
            run = supervisor.runs["front"]
            await until(lambda: run.state == "ready", 60)
            assert run.process is not None
            first, ends = run.process.pid, threading.Event()
            caller = threading.Thread(target=asking, args=(ends, answers))
            caller.start()
            await until(lambda: answers, 60)
            handover.ask(instance, [sharing("two")])
            request = instance.state / "control" / handover.REQUEST
            assert not request.exists() or stat.S_IMODE(request.stat().st_mode) == 0o600, "it holds secrets"
            await until(lambda: state(instance) == "done", 60)
            await until(lambda: answers[-1] == "two", 60)
            ends.set()
            await asyncio.to_thread(caller.join)
            assert not request.exists()
            assert run.process is not None and run.process.pid != first and run.restarts == 0
            assert list(instance.status()["handover"]["replaced"]) == ["front"]

    asyncio.run(scenario())
    assert set(answers) == {"one", "two"}, "no caller was refused"


def test_process_runs_on_when_its_successor_fails(instance: Instance) -> None:
    broken = replace(sharing("two"), command=[sys.executable, "-c", "raise SystemExit('no')"])

    async def scenario() -> None:
        second = Component("other", [sys.executable, "-c", SLEEPS])
        async with running(instance, [sharing("one"), second]) as supervisor:
            run, other = supervisor.runs["front"], supervisor.runs["other"]
            await until(lambda: run.state == other.state == "ready", 60)
            assert run.process is not None and other.process is not None
            pids = run.process.pid, other.process.pid
            handover.ask(instance, [broken, replace(second, command=[sys.executable, "-c", SLEEPS + "#"])])
            await until(lambda: state(instance) == "failed", 60)
            assert instance.status()["handover"]["text"] == "the new front did not come up; the old one continues"
            assert (run.process.pid, other.process.pid) == pids, "what comes after it is left alone"
            assert answer() == "one"
            assert run.component.command == sharing("one").command

    asyncio.run(scenario())


SLEEPS = "import time; time.sleep(600)"


@pytest.mark.parametrize(("changed", "restarts"), [(True, 1), (False, 0)])
def test_changed_process_without_shared_ports_is_restarted(
    instance: Instance, server: Callable[..., Component], changed: bool, restarts: int
) -> None:
    before = server("plain", 19341)

    async def scenario() -> None:
        async with running(instance, [before]) as supervisor:
            run = supervisor.runs["plain"]
            await until(lambda: run.state == "ready", 60)
            handover.ask(instance, [replace(before, env={"RELEASE": "2"}) if changed else before])
            await until(lambda: state(instance) == "done", 60)
            assert (run.state, run.restarts) == ("ready", restarts)

    asyncio.run(scenario())
