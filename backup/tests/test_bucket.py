"""Backups in S3, with moto's server."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing

import pytest

from backup.__main__ import main
from backup.store import Store
from backup.tests.conftest import OWNER, Installation, numbers

pytestmark = [
    pytest.mark.component,
    # An obstore file that failed to open reports an error when it is collected; this is harmless.
    pytest.mark.filterwarnings("ignore:.*AbstractBufferedFile:pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of an empty bucket on its own server."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL
    )
    credentials = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key", "AWS_REGION": "eu-west-2"}
    for name, value in {**credentials, "AWS_ENDPOINT_URL": address, "AWS_ALLOW_HTTP": "true"}.items():
        monkeypatch.setenv(name, value)
    try:
        ends = time.monotonic() + 120
        while True:
            try:
                urllib.request.urlopen(urllib.request.Request(f"{address}/kept", method="PUT"), timeout=60).close()
                break
            except OSError:
                assert server.poll() is None, "the server ended"
                assert time.monotonic() < ends, "the server did not begin to answer"
                time.sleep(0.05)
        yield "s3://kept/staffroom"
    finally:
        server.kill()
        server.wait()


def test_a_bucket_holds_backups_log_and_objects(
    installation: Installation, bucket: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFFROOM_BACKUP_TO", bucket)
    installation.write(1)
    installation.upload("ab/abc", b"a contract" * 100_000)
    assert main(["verify"]) == 65
    assert main(["once"]) == 0
    target = Store(bucket)
    with installation.process("wal"):
        installation.write(2)
        installation.upload("cd/cde", b"later")
        moment, until = installation.now(), time.monotonic() + 60
        while True:
            newest = [entry.name for entry in target.entries("wal") if entry.name.endswith("newest.json")]
            if newest and json.loads(target.read(newest[0]))["at"].replace(" ", "T") > moment:
                break
            assert time.monotonic() < until
            time.sleep(0.2)
    assert main(["verify"]) == 0
    into = installation.restore("latest")
    assert numbers(into) == [1, 2]
    assert (into / "objects" / "ab" / "abc").read_bytes() == b"a contract" * 100_000
    assert (into / "objects" / "cd" / "cde").read_bytes() == b"later"
    [base] = [entry.name for entry in target.entries("backups") if entry.name.endswith("base.tar.zst.age")]
    target.remove(base)
    assert main(["verify"]) == 65
    assert main(["restore", "latest", "--into", str(installation.folder / "no"), "--owner", str(OWNER)]) == 65
