"""The running gateway before services that misbehave on request."""

import gzip
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from devstack.layout import ROOT, SERVICES, Instance
from devstack.stack import environment
from devstack.stack.gateway import write_static

BASE = 19500
BIN = Path(sys.prefix) / "bin"
URL = f"http://127.0.0.1:{BASE}"


class Stub(BaseHTTPRequestHandler):
    """A service that counts requests and does what the last segment of the path says."""

    protocol_version = "HTTP/1.1"
    seen: dict[str, int] = {}
    bodies: dict[str, int] = {}
    headers_seen: dict[str, str] = {}

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_any(self) -> None:
        path = self.path.partition("?")[0]
        length = int(self.headers.get("Content-Length") or 0)
        while length > 0 and (read := self.rfile.read(min(length, 2**20))):
            length -= len(read)
            self.bodies[path] = self.bodies.get(path, 0) + len(read)
        if path == "/readyz":
            self.answer(200, b"ok")
            return
        self.seen[path] = self.seen.get(path, 0) + 1
        Stub.headers_seen = dict(self.headers)
        word = path.rsplit("/", 1)[1]
        if word == "break":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif word == "break-once" and self.seen[path] == 1:
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif word == "refuse":
            self.answer(503, b'{"error":"own words"}', Content_Type="application/json", Retry_After="77")
        elif word in ("413", "429"):
            self.answer(int(word), b'{"error":"own words"}', Content_Type="application/json", Retry_After="300")
        elif word == "strict":
            self.answer(200, b"<p>page</p>", Content_Type="text/html", Content_Security_Policy="default-src 'none'")
        elif word == "large":
            self.answer(200, json.dumps({"data": ["word"] * 5000}).encode(), Content_Type="application/json")
        elif word == "stream":
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for number in range(3):
                text = f"data: {number} {time.time()}\n\n".encode()
                self.wfile.write(b"%x\r\n%s\r\n" % (len(text), text))
                self.wfile.flush()
                time.sleep(0.5)
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.answer(200, b'{"data": 1}', Content_Type="application/json", Server="granian", X_Powered_By="x")

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = handle_any

    def log_message(self, format: str, *args: Any) -> None:
        """Send nothing."""


class Server(ThreadingHTTPServer):
    """Ignore callers that hang up."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log nothing."""


@pytest.fixture(scope="module")
def gateway(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    """Traefik and Caddy as `make up` starts them, before stubs on the ports of all services except files."""
    state = tmp_path_factory.mktemp("gateway")
    (state / "gateway").mkdir()
    instance = Instance("gateway", BASE, "127.0.0.1", state)
    dist = state / "dist"
    (dist / "static" / "js").mkdir(parents=True)
    (dist / "index.html").write_text("<!doctype html><title>Staffroom</title>")
    (dist / "static" / "js" / "index.0a1b2c3d4e.js").write_text("1")
    (dist / "remoteEntry.js").write_text("x" * 100)
    (dist / "remoteEntry.js.gz").write_bytes(gzip.compress(b"packed", mtime=0))
    env = environment.process(instance, environment.gateway(instance) | {"STATIC_ROOT": str(dist)})
    ports = [instance.port("pay"), *(instance.http(name) for name in SERVICES if name != "files")]
    servers = [Server(("127.0.0.1", port), Stub) for port in ports]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    log = (state / "log").open("wb")
    commands: list[list[str]] = [
        [str(BIN / "caddy"), "run", "--config", str(ROOT / "gateway" / "Caddyfile"), "--adapter", "caddyfile"],
        [str(BIN / "traefik"), f"--configFile={write_static(instance)}"],
    ]
    processes = [subprocess.Popen(command, env=env, stdout=log, stderr=log) for command in commands]
    try:
        until = time.monotonic() + 15
        while True:
            try:
                # files has no stub: once the gateway knows that, its health checks have run.
                if httpx.get(f"{URL}/api/v1/file/1").headers.get("retry-after") == "5":
                    break
            except httpx.HTTPError:
                assert time.monotonic() < until, (state / "log").read_text()[-3000:]
            time.sleep(0.1)
        yield instance
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(20)
        for server in servers:
            server.shutdown()
            server.server_close()


def count(path: str) -> int:
    """Return how often a stub was asked for a path."""
    return Stub.seen.get(path, 0)


@pytest.mark.parametrize("path", ["/pay/strict", "/api/v1/students/strict", "/api/docs/people/strict"])
def test_policy_of_a_service_passes_unchanged(gateway: Instance, path: str) -> None:
    answer = httpx.get(URL + path)
    assert answer.headers.get_list("content-security-policy") == ["default-src 'none'"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_web_has_the_policy_of_the_gateway(gateway: Instance) -> None:
    for path in ("/", "/remoteEntry.js", "/nowhere.js"):
        assert "script-src 'self';" in httpx.get(URL + path).headers["content-security-policy"]
    assert "staffroom" in httpx.get(f"{URL}/").text.lower()


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/file/7", "/api/v1/invoices/break"])
def test_gateway_answers_for_a_service_are_never_rendered(gateway: Instance, path: str) -> None:
    policies = httpx.get(URL + path).headers.get_list("content-security-policy")
    assert policies == ["default-src 'none'; frame-ancestors 'none'"]


def test_answers_have_security_headers_and_no_names_of_software(gateway: Instance) -> None:
    answer = httpx.get(f"{URL}/api/v1/students", headers={"X-Request-Id": "r-1", "X_Smuggled": "1"})
    assert answer.json() == {"data": 1}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "server" not in answer.headers
    assert "x-powered-by" not in answer.headers
    assert Stub.headers_seen["X-Request-Id"] == "r-1"
    assert "X_smuggled" not in {name.capitalize() for name in Stub.headers_seen}


def test_safe_request_is_retried_and_write_is_not(gateway: Instance) -> None:
    assert httpx.get(f"{URL}/api/v1/students/break-once").status_code == 200
    assert count("/api/v1/students/break-once") == 2
    answer = httpx.post(f"{URL}/api/v1/slips/break", json={})
    assert answer.status_code == 503
    assert count("/api/v1/slips/break") == 1


def test_broken_answer_becomes_503_json_with_retry_after_and_request_id(gateway: Instance) -> None:
    answer = httpx.get(f"{URL}/api/v1/invoices/break", headers={"X-Request-Id": "r-2"})
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["code"] == "unavailable"
    assert answer.json()["requestId"] == answer.headers["x-request-id"] == "r-2"


def test_request_id_that_would_break_the_json_is_replaced(gateway: Instance) -> None:
    answer = httpx.get(f"{URL}/api/v1/nothing", headers={"X-Request-Id": '"},{'})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    assert len(answer.json()["requestId"]) == 36


def test_503_of_a_service_passes_unchanged(gateway: Instance) -> None:
    answer = httpx.get(f"{URL}/api/v1/comments/refuse")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "77")
    assert answer.json() == {"error": "own words"}


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("status", [413, 429])
def test_refusal_of_a_service_passes_unchanged(gateway: Instance, method: str, status: int) -> None:
    answer = httpx.request(method, f"{URL}/api/v1/comments/{status}")
    assert (answer.status_code, answer.headers["retry-after"]) == (status, "300")
    assert answer.json() == {"error": "own words"}


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_service_that_is_down_is_503_only_in_its_area(gateway: Instance, method: str) -> None:
    answer = httpx.request(method, f"{URL}/api/v1/file/7")
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"
    assert answer.json()["code"] == "unavailable"
    assert httpx.request(method, f"{URL}/api/v1/students").status_code == 200


def test_threaded_service_gets_short_bodies_buffered_and_long_ones_streamed(gateway: Instance) -> None:
    """The payment page has threads; its stub counts the bytes received while the sender waits."""

    def sent(size: int, part: int) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", BASE), timeout=60)
        connection.sendall(f"POST /pay/{size} HTTP/1.1\r\nHost: x\r\nContent-Length: {size}\r\n\r\n".encode())
        connection.sendall(b"x" * part)
        return connection

    with sent(1_000_000, 999_999) as short, sent(1_100_000, 1_099_999) as long:
        until = time.monotonic() + 60
        while Stub.bodies.get("/pay/1100000", 0) < 1_000_000:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert "/pay/1000000" not in Stub.bodies
        for connection in (short, long):
            connection.sendall(b"x")
            assert connection.recv(20).startswith(b"HTTP/1.1 200")
    assert (Stub.bodies["/pay/1000000"], Stub.bodies["/pay/1100000"]) == (1_000_000, 1_100_000)


def test_events_arrive_one_by_one_and_uncompressed(gateway: Instance) -> None:
    arrived = []
    address = f"{URL}/api/v1/notifications/stream"
    with httpx.stream("GET", address, headers={"Accept-Encoding": "gzip"}) as answer:
        assert "content-encoding" not in answer.headers
        for line in answer.iter_lines():
            if line.startswith("data:"):
                arrived.append((time.time(), float(line.split(" ")[2])))
    assert len(arrived) == 3
    assert all(here - sent < 0.3 for here, sent in arrived)


def test_large_answer_is_compressed_for_callers_that_accept_it(gateway: Instance) -> None:
    address = f"{URL}/api/v1/students/large"
    assert httpx.get(address, headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"
    plain = httpx.get(address, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_static_files_are_cached_by_the_form_of_their_name(gateway: Instance) -> None:
    hashed = httpx.get(f"{URL}/static/js/index.0a1b2c3d4e.js")
    assert "immutable" in hashed.headers["cache-control"]
    for path in ("/", "/remoteEntry.js"):
        assert httpx.get(URL + path).headers["cache-control"] == "no-cache"
    missing = httpx.get(f"{URL}/remotes/people/remoteEntry.js")
    assert missing.status_code == 404
    assert "html" not in missing.headers["content-type"]


def test_precompressed_file_is_served_as_it_is(gateway: Instance) -> None:
    with httpx.stream("GET", f"{URL}/remoteEntry.js", headers={"Accept-Encoding": "gzip"}) as answer:
        assert answer.headers["content-encoding"] == "gzip"
        assert b"".join(answer.iter_raw()) == gzip.compress(b"packed", mtime=0)


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/students%2f1",
        "/api/v1/students/1%2F2",
        "/api/v1/students%2f..%2f..%2freadyz",
        "/api/v1%2fstudents/1",
        "/api/v1/students/%00",
        "/api/v1/students%00",
        "/api/v1/students%5c1",
        "/api/v1/file/1%2fdownload",
        "/%2fetc",
    ],
)
def test_encoded_slash_is_refused(gateway: Instance, path: str) -> None:
    seen = dict(Stub.seen)
    with socket.create_connection(("127.0.0.1", BASE)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"404", answer
    assert b"content-type: application/json" in head.lower()
    assert b'"code":"not_found"' in body
    assert Stub.seen == seen
