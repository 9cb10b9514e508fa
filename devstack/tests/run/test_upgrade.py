"""An upgrade of a running installation from the last release to this commit under load, and back, which refuses no
caller. The test installs and starts a whole checkout: `make test ONLY=upgrade`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from devstack.layout import ROOT, SERVICES
from kit.version import VERSION
from staffroom_testing.installation import Installation

pytestmark = [
    pytest.mark.slow,
    pytest.mark.stack,
    pytest.mark.skipif("STAFFROOM_UPGRADE" not in os.environ, reason="it has a stage: make test ONLY=upgrade"),
]

PORT = 11070
STUDENT = 10
READ = ("/students?page=1&pageSize=10", "/slips?page=1&pageSize=10", "/invoices?page=1&pageSize=10", "/auth/user")
GATEWAY_SECONDS = 10.0
"""Seconds for which callers may be refused when the gateway itself is replaced: two gateways do not share a port."""
UPGRADES = "devstack/handover.py"
"""The file that was added with `make upgrade`. A release without it cannot be upgraded."""


def git(*arguments: str, tree: Path = ROOT) -> str:
    """Return the output of a git command in a tree, which must succeed."""
    done = subprocess.run(["git", *arguments], cwd=tree, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def last_release() -> str:
    """Return the commit that FROM names, else that of the last release before this commit, else the one that added
    upgrades."""
    if chosen := os.environ.get("FROM"):
        return git("rev-parse", chosen)
    tags = git("tag", "--merged", "HEAD", "--sort=-version:refname", "--list", "v*").split()
    releases = [git("rev-list", "-n1", one) for one in tags]
    before = [one for one in releases if one != git("rev-parse", "HEAD")]
    commit = before[0] if before else git("log", "-1", "--format=%H", "--diff-filter=A", "--", UPGRADES)
    assert commit, "this checkout has no history: `git fetch --unshallow --tags`"
    return commit


class Load:
    """Callers who read and write; `faults` are the times and texts of failed responses."""

    def __init__(self, house: Installation) -> None:
        self.answers = Counter[str]()
        self.faults: list[tuple[float, str]] = []
        self.written = ""
        self._house = house
        self._end = threading.Event()
        self._threads = [threading.Thread(target=self._go_on, args=(self._read(path),)) for path in READ]
        self._threads.append(threading.Thread(target=self._go_on, args=(self._write,)))

    def __enter__(self) -> Load:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join()

    def _read(self, path: str) -> Callable[[httpx.Client], httpx.Response]:
        return lambda client: client.get(path)

    def _write(self, client: httpx.Client) -> httpx.Response:
        name = f"Ella{time.monotonic_ns()}"
        answer = client.put(f"/students/{STUDENT}", json={"field": "firstName", "newValue": name})
        self.written = name if answer.is_success else self.written
        return answer

    def _go_on(self, ask: Callable[[httpx.Client], httpx.Response]) -> None:
        with self._house.client() as client:
            while not self._end.wait(0.02):
                try:
                    answer = ask(client)
                except httpx.HTTPError as error:
                    self._note(error.request, repr(error))
                    continue
                self.answers[f"{answer.request.method} {answer.request.url.path}"] += 1
                if not answer.is_success:
                    self._note(answer.request, f"{answer.status_code} {answer.text[:200]}")

    def _note(self, asked: httpx.Request, text: str) -> None:
        self.faults.append((time.monotonic(), f"{asked.method} {asked.url.path}: {text}"))

    def check(self, gateway_restarted: bool) -> None:
        """Check that no caller was refused, except during the restart of a gateway whose own settings changed."""
        texts = Counter(text for _, text in self.faults)
        if self.faults and gateway_restarted:
            moments = [moment for moment, _ in self.faults]
            assert max(moments) - min(moments) < GATEWAY_SECONDS, texts
            assert all(re.search(r"ConnectError|RemoteProtocolError|: 503 ", text) for text in texts), texts
        else:
            assert not self.faults, texts
        assert len(self.answers) == len(READ) + 1


@pytest.fixture
def house() -> Iterator[Installation]:
    root = Path(tempfile.mkdtemp(prefix="staffroom-upgrade-", dir="/var/tmp"))
    root.chmod(0o711)
    tree = root / "tree"
    git("clone", "--quiet", "--shared", str(ROOT), str(tree))
    installation = Installation(root / "state", "upgrade", PORT, {"BACKUP": "0"}, tree)
    yield installation
    with contextlib.suppress(AssertionError):
        installation.run("down")
    shutil.rmtree(root, ignore_errors=True)


def versions(house: Installation) -> set[str]:
    """Return the versions that the services report."""
    with house.client() as client:
        by_service = client.get(f"http://127.0.0.1:{house.port}/api/health").json()["data"]["versions"]
    assert set(by_service) == set(SERVICES)
    return set(by_service.values())


def test_upgrade_refuses_no_caller(house: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    before, here = last_release(), git("rev-parse", "HEAD")
    git("checkout", "--quiet", before, tree=house.tree)
    house.run("up", "--detach")
    house.await_quiet()
    for commit in (here, before):
        git("checkout", "--quiet", commit, tree=house.tree)
        begun = time.monotonic()
        with Load(house) as load:
            output = house.run("upgrade")
        took = time.monotonic() - begun
        with capsys.disabled():
            print(f"  to {commit[:8]}: {sum(load.answers.values())} answers in {took:.0f} s, {dict(load.answers)}")
            print(f"  {len(load.faults)} faults")
        assert "Staffroom runs" in output
        load.check("  gateway " in output)
        assert house.query("people", "select first_name from student where id = %s", STUDENT) == [(load.written,)]
        house.await_quiet()
        if commit == here:
            assert versions(house) == {VERSION}
