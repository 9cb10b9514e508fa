"""The same behaviour in a folder and in a bucket of moto's S3 server."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from files.storage import Storage
from kit.errors import NotFound, Unavailable

pytestmark = [
    pytest.mark.component,
    # An obstore file that failed to open reports an error when it is collected; this is harmless.
    pytest.mark.filterwarnings("ignore:.*AbstractBufferedFile:pytest.PytestUnraisableExceptionWarning"),
]

CONTENT = bytes(range(256)) * 10_000
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key", "AWS_REGION": "eu-west-2"}


@pytest.fixture(scope="module")
def bucket_server() -> Iterator[str]:
    """The address of a server with the empty bucket `staffroom`."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL
    )
    try:
        ends = time.monotonic() + 120
        while True:
            try:
                # the first request makes moto import its S3, which takes seconds on a busy machine
                urllib.request.urlopen(urllib.request.Request(f"{address}/staffroom", method="PUT"), timeout=60).close()
                break
            except OSError:
                assert server.poll() is None, "the server ended"
                assert time.monotonic() < ends, "the server did not begin to answer"
                time.sleep(0.05)
        yield address
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def s3(bucket_server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment in which `s3://` uses that server."""
    for name, value in {**CREDENTIALS, "AWS_ENDPOINT_URL": bucket_server, "AWS_ALLOW_HTTP": "true"}.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(params=["folder", "bucket", "part of a bucket"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if request.param == "folder":
        return Storage(f"file://{tmp_path}/objects")
    request.getfixturevalue("s3")
    return Storage("s3://staffroom" if request.param == "bucket" else "s3://staffroom/one/part")


def stored_key(storage: Storage, content: bytes = CONTENT) -> str:
    key = storage.new_key()
    with storage.draft() as draft:
        draft.write(content)
        storage.keep(draft, key)
    return key


def test_empty_store_is_reachable(storage: Storage) -> None:
    storage.check()


def test_stored_object_is_read_whole_and_in_part(storage: Storage) -> None:
    key = stored_key(storage)
    assert b"".join(storage.read(key, 0, len(CONTENT))) == CONTENT
    with pytest.raises(OSError, match="ends too early"):
        list(storage.read(key, 0, len(CONTENT) + 1))
    assert b"".join(storage.read(key, 1_000, 700_000, chunk=4_096)) == CONTENT[1_000:700_000]
    storage.check()


def test_empty_object_is_an_object(storage: Storage) -> None:
    key = stored_key(storage, b"")
    assert b"".join(storage.read(key, 0, 0)) == b""
    with pytest.raises(OSError, match="ends too early"):
        list(storage.read(key, 0, 1))


def test_missing_object_is_not_found_and_can_be_removed(storage: Storage) -> None:
    key = stored_key(storage)
    storage.remove(key)
    storage.remove(key)
    with pytest.raises(NotFound):
        b"".join(storage.read(key, 0, 1))


def test_missing_bucket_fails_the_probe(s3: None) -> None:
    missing = Storage("s3://nobody-has-this")
    with pytest.raises(Exception, match="NoSuchBucket"):
        missing.check()
    with pytest.raises(Unavailable), missing.draft() as draft:
        missing.keep(draft, missing.new_key())
