"""An instance in a temporary folder, and components that are small Python programs."""

import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from devstack.layout import Instance, make_state
from devstack.stack.component import Component
from devstack.tools import bounded

SERVER = """
import signal, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def log_message(self, *args): pass

def stop(*_):
    print(sys.argv[1], "stopping", time.time(), flush=True); sys.exit(0)

signal.signal(signal.SIGTERM, stop)
time.sleep(float(sys.argv[3]))
print(sys.argv[1], "serving", time.time(), flush=True)
HTTPServer(("127.0.0.1", int(sys.argv[2])), Handler).serve_forever()
"""


@pytest.fixture
def instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Instance:
    """A separate instance."""
    monkeypatch.setenv("STAFFROOM_STATE_ROOT", str(tmp_path))
    trial = Instance("trial", 19300, "127.0.0.1", tmp_path / "trial")
    make_state(trial)
    return trial


@pytest.fixture
def server() -> Callable[..., Component]:
    """Makes a component that answers HTTP after `delay` seconds."""
    from devstack.stack.probes import http_ok

    def make(name: str, port: int, *needs: str, delay: float = 0.0) -> Component:
        command = [sys.executable, "-c", SERVER, name, str(port), str(delay)]
        return Component(name, command, needs=needs, ports=(port,), ready=http_ok(port, "/"))

    return make


@pytest.fixture
def time_up_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """End the time of the next bounded command as soon as it has made a file, however slowly it starts."""
    wait = bounded._wait

    def until(mark: Path, process: subprocess.Popen[bytes], seconds: float) -> bool:
        monkeypatch.setattr(bounded, "_wait", wait)
        while not mark.exists():
            assert process.poll() is None
            time.sleep(0.02)
        return wait(process, 0.1)

    return lambda mark: monkeypatch.setattr(bounded, "_wait", partial(until, mark))
