"""An installation of a tree with its own state root, for tests that lose one or upgrade it to another release."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg

from devstack.layout import ROOT, SERVICES

_WAITING = """
select (select count(*) from outbox) + (select count(*) from job where state in ('queued', 'running'))
"""


@dataclass
class Installation:
    """An installation called `name`, with its state below `root` and ports from `port` on. `tree` is the checkout from
    which it runs, `more` are additional settings."""

    root: Path
    name: str
    port: int
    more: dict[str, str] = field(default_factory=dict)
    tree: Path = ROOT

    @property
    def state(self) -> Path:
        """The folder of all its data."""
        return self.root / self.name

    def run(self, *command: str, **more: str) -> str:
        """Run a command of its tree (`up`, `down`) and return its output. A failing command fails the test."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("STAFFROOM_")}
        own = {
            "STAFFROOM_STATE_ROOT": str(self.root),
            "STAFFROOM_INSTANCE": self.name,
            "STAFFROOM_PORT": str(self.port),
        }
        # Another tree has its own environment, which its bootstrap creates.
        program = ["-m", "devstack"] if self.tree == ROOT else ["devstack/bootstrap.py"]
        done = subprocess.run(
            [sys.executable, *program, *command],
            cwd=self.tree,
            env=kept | {"SIGN_IN": ""} | self.more | more | own,
            text=True,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert done.returncode == 0, done.stdout[-4000:]
        return done.stdout

    def client(self) -> httpx.Client:
        """Return a client signed in as the system administrator."""
        address = f"http://127.0.0.1:{self.port}/api/v1"
        account = {"username": "sysadmin", "password": "staffroom", "app": "staff"}
        answer = httpx.post(f"{address}/auth/login", json=account, timeout=60)
        assert answer.status_code == 200, answer.text
        token = answer.json()["data"]["authToken"]
        return httpx.Client(base_url=address, timeout=60, headers={"Authorization": f"Bearer {token}"})

    def database_url(self, database: str) -> str:
        """Return the address of one of its databases, as superuser."""
        password = json.loads((self.state / "secrets.json").read_text())["postgres"]
        return f"postgresql://postgres:{password}@127.0.0.1:{self.port + 102}/{database}"

    def query(self, service: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement in the database of a service."""
        with psycopg.connect(self.database_url(f"staffroom_{service}")) as connection:
            return connection.execute(statement, values or None).fetchall()

    def await_quiet(self, seconds: float = 90) -> None:
        """Wait until every event is published and applied, and no job is open."""
        deadline, calm = time.monotonic() + seconds, 0
        while calm < 3:
            assert time.monotonic() < deadline, "events or jobs do not come to rest"
            waiting = sum(self.query(service, _WAITING)[0][0] for service in SERVICES)
            calm = calm + 1 if not waiting else 0
            time.sleep(0.5)
