"""The system in containers: people sign in, see a list and get a PDF, and processes stop on SIGTERM."""

import base64
import datetime as dt
import ipaddress
import json
import os
import ssl
import time
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.podman import STOP_SECONDS, Container, podman
from deploy.running.system import PREFIX, System
from devstack.layout import SERVICES

KILLED_BY_TERM = 143


@pytest.fixture(scope="module")
def staff(system: System) -> httpx.Client:
    """A client of an office account, signed in through the gateway."""
    client = httpx.Client(base_url=system.url, timeout=60)
    answer = client.post("/api/v1/auth/login", json={"username": "sysadmin", "password": "staffroom", "app": "staff"})
    assert answer.status_code == 200, answer.text
    client.headers["Authorization"] = f"Bearer {answer.json()['data']['authToken']}"
    return client


def test_page_and_all_its_files_are_served(system: System) -> None:
    page = httpx.get(f"{system.url}/")
    assert (page.status_code, "<!doctype html>" in page.text.lower()) == (200, True)
    assert "default-src 'self'" in page.headers["content-security-policy"]
    remotes = httpx.get(f"{system.url}/remotes.json").json()["remotes"]
    assert [remote["name"] for remote in remotes] == list(SERVICES)
    for remote in remotes:
        folder = f"{system.url}/remotes/{remote['name']}"
        description = httpx.get(f"{folder}/area.json").json()
        assert description["paths"] == remote["paths"]
        assert httpx.get(f"{folder}/{description['entry']}").status_code == 200


def test_shell_and_each_remote_have_separate_images(system: System) -> None:
    for name in SERVICES:
        assert podman("exec", f"{PREFIX}{name}-remote", "ls", "/srv", "/srv/remotes").split() == [
            "/srv:",
            "remotes",
            "/srv/remotes:",
            name,
        ]
    assert "remotes" not in podman("exec", f"{PREFIX}web", "ls", "/srv").split()


def test_all_services_are_healthy(system: System) -> None:
    health = httpx.get(f"{system.url}/api/health", timeout=30)
    assert health.status_code == 200, health.text


def test_a_list_is_shown(staff: httpx.Client) -> None:
    answer = staff.get("/api/v1/students", params={"page": 1, "pageSize": 10})
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["data"]) == 10


def test_a_pdf_is_made(staff: httpx.Client) -> None:
    answer = staff.post("/api/v1/pdf/make", json={"htmlContent": "<h1>Invoice</h1>", "pdfTitle": "Invoice"})
    assert answer.status_code == 200, answer.text
    assert base64.b64decode(answer.json()["data"]["fileData"]).startswith(b"%PDF-")


def test_a_list_is_exported_by_the_workers_and_stored(staff: httpx.Client) -> None:
    begun = staff.post("/api/v1/students/export", json={"format": "pdf", "pageSize": 10})
    assert begun.status_code == 202, begun.text
    job = begun.json()["data"]
    ends = time.monotonic() + 120
    while (export := staff.get(f"/api/v1/jobs/{job['id']}").json()["data"])["state"] not in ("done", "failed", "dead"):
        assert time.monotonic() < ends, export
        time.sleep(0.2)
    assert export["state"] == "done", export


def certificate(folder: Path) -> None:
    """Write a self-signed certificate and its key into the folder, as an operator would."""
    folder.mkdir(mode=0o700)
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "staffroom.example.org")])
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now)
    here = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    builder = builder.add_extension(here, critical=False).not_valid_after(now + dt.timedelta(days=1))
    signed = builder.sign(key, hashes.SHA256())
    (folder / "tls.crt").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "tls.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    for path in (folder, *folder.iterdir()):
        os.chown(path, 10001, 10001)


def test_gateway_with_a_certificate_serves_only_tls(system: System, tmp_path: Path) -> None:
    certificate(tmp_path / "certificates")
    base, mounts = system.instance.base, (f"{tmp_path}/certificates:/certificates:ro",)
    ready = f"http://127.0.0.1:{system.instance.port('gateway-admin')}/ready"
    system.start(system.gateway(mounts, STAFFROOM_TLS="files", GATEWAY_PLAIN_PORT=str(base + 1)))
    try:
        system.await_answer(f"{PREFIX}gateway", ready)
        trusted = ssl.create_default_context(cafile=tmp_path / "certificates" / "tls.crt")
        page = httpx.get(f"https://127.0.0.1:{base}/", verify=trusted)
        assert (page.status_code, "max-age=31536000" in page.headers["strict-transport-security"]) == (200, True)
        redirect = httpx.get(f"http://127.0.0.1:{base + 1}/students")
        assert (redirect.status_code, redirect.headers["location"]) == (301, "https://127.0.0.1/students")
    finally:
        system.start(system.gateway())
        system.await_answer(f"{PREFIX}gateway", ready)
    assert "strict-transport-security" not in httpx.get(f"{system.url}/").headers


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.6, 1.0])
def test_process_that_has_just_started_stops_at_once(system: System, seconds: float) -> None:
    """Python installs its signal handlers about a second after its start; until then the container's init process stops
    it."""
    like = system.service("teaching", "web")
    container = Container(f"{PREFIX}ended", like.image, ("web", "teaching"), like.env)
    system.start(container)
    time.sleep(seconds)
    code, took = container.stop()
    container.remove()
    assert code in (KILLED_BY_TERM, 0), f"code {code}"
    assert took < STOP_SECONDS / 2


def test_backup_image_makes_and_verifies_a_backup(system: System) -> None:
    assert " objects, moment " in system.backup("once")
    assert " MB " in system.backup("list")
    assert system.backup("verify").endswith("is whole")


def test_restore_fills_each_volume(system: System) -> None:
    system.look("echo old > /volumes/nats/stream && mkdir /volumes/valkey/aof && echo old > /volumes/valkey/aof/1")
    assert system.restore("latest", "--check").endswith("can be restored")
    assert system.look("cd /volumes && find nats valkey -type f").split() == ["nats/stream", "valkey/aof/1"]
    for _ in range(2):
        # The objects of the demo data are in the test stack's folder, not in the containers' volume.
        done = json.loads(system.restore("latest", "--accept-missing"))
        assert 0 <= len(done["objects_missing"]) < done["objects"] and done["streams"].keys() >= {"identity", "people"}
        assert system.look("find /volumes/nats /volumes/valkey -mindepth 1") == ""
        assert system.look("stat -c %u:%a /volumes/postgres/18/docker") == "999:700"
        assert not system.look("find /volumes/postgres/18 ! -user 999; find /volumes/objects ! -user 10001")
    assert system.look("ls /volumes/postgres/18").split() == ["docker", "docker.replaced"]


def test_running_processes_stop_cleanly(system: System) -> None:
    for name in (f"{PREFIX}people-worker", f"{PREFIX}people-events", f"{PREFIX}files-web", f"{PREFIX}support-web"):
        code, took = system.containers[name].stop()
        assert (code, took < STOP_SECONDS) == (0, True), f"{name}: code {code} after {took:.1f} s"


def test_root_file_system_of_a_container_is_read_only(system: System) -> None:
    for name in (f"{PREFIX}identity-web", f"{PREFIX}web", f"{PREFIX}gateway"):
        output = podman("exec", name, "sh", "-c", "touch /app-x /usr/x 2>&1; touch /tmp/x && id -u")
        assert output.count("Read-only file system") == 2, output
        assert output.splitlines()[-1] == "10001"
