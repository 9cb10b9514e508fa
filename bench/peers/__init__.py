"""The yardsticks: the same list and the same update in two other frameworks, each a separate app."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import statements
from devstack.layout import ROOT, Trouble
from kit.records import pipeline

HERE = Path(__file__).parent
NODE = ROOT / ".cache" / "bench-node"


def list_sql() -> str:
    """Return the service's own list statements by page size, as JSON."""
    return json.dumps({rows: statements.list_script(rows).rstrip(";\n") for rows in (50, 1000)})


def write_sql() -> str:
    """Return the service's own update statement with its parameters."""
    sql = pipeline._update_sql('"invoice"', ('"line3"',), True, True)
    places = {
        "record": "$1",
        "version": "$2",
        "value0": "$3",
        "old0": "$4::jsonb",
        "new0": "$5::jsonb",
        "payload": "$6::jsonb",
    }
    fixed = {
        "entity": "'invoice'",
        "field0": "'line3'",
        "user": "1",
        "acting": "1",
        "name": "'Bench'",
        "request": "''",
        "subject": "'finance.invoice.changed'",
        "actor": "'{\"userId\": 1}'::jsonb",
    }
    return re.sub(r"%\((\w+)\)s", lambda match: (places | fixed)[match[1]], sql)


@contextmanager
def drf(port: int, env: dict[str, str]) -> Iterator[int]:
    """Django REST framework under granian, one process with any number of threads."""
    command = [
        sys.executable,
        "-m",
        "granian",
        "--interface",
        "wsgi",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--workers",
        "1",
        "--blocking-threads",
        "16",
        "--no-access-log",
        "--log-level",
        "error",
        "app:application",
    ]
    with _running(command, HERE / "drf", env, port):
        yield port


@contextmanager
def fastify(port: int, env: dict[str, str]) -> Iterator[int]:
    """Fastify with pg, one process; npm installs it on first use."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise Trouble("Node 20 or newer is needed for the comparison with fastify.")
    NODE.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "app.js"):
        shutil.copy(HERE / "node" / name, NODE / name)
    wanted = json.loads((NODE / "package.json").read_text())["dependencies"]
    if any(not (NODE / "node_modules" / name).exists() for name in wanted):
        subprocess.run([npm, "install", "--no-audit", "--no-fund", "--no-package-lock"], cwd=NODE, check=True)
    more = {"BENCH_PORT": str(port), "NODE_ENV": "production"}
    more |= {"BENCH_LIST_SQL": list_sql(), "BENCH_WRITE_SQL": write_sql()}
    with _running([node, "app.js"], NODE, env | more, port):
        yield port


@contextmanager
def _running(command: list[str], folder: Path, env: dict[str, str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, cwd=folder, env=dict(os.environ) | env)
    try:
        until = time.monotonic() + 30
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=1)
                break
            except urllib.error.HTTPError:
                break
            except OSError as error:
                if time.monotonic() > until or process.poll() is not None:
                    raise Trouble(f"{command[0]} did not start for the comparison.") from error
                time.sleep(0.2)
        yield
    finally:
        process.terminate()
        process.wait()
