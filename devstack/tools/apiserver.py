"""A Kubernetes API server without nodes and controllers.

It stores objects, checks them against their definitions, and admits or refuses pods by Pod Security, as in a cluster.
Without controllers no Job ends and no pod runs. It checks three properties that schemas and `helm lint` cannot: Secrets
that an upgrade reads back with `lookup`, objects of other projects, and the admission of pods.
"""

import contextlib
import json
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import yaml
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from devstack.layout import Trouble
from devstack.tools import chart

NAMESPACE = "office"
READY_SECONDS = 120.0
_RESTRICTED = {f"pod-security.kubernetes.io/{mode}": "restricted" for mode in ("enforce", "warn", "audit")}


def missing() -> str:
    """Return why the API server cannot run here, with the remedy; empty if it can."""
    if not chart.api_server():
        return "there is no kube-apiserver here; `make test ONLY=chart` builds it, with Go, in some minutes"
    return "" if shutil.which("etcd") else "there is no etcd here; install it (Debian: `apt-get install etcd-server`)"


@dataclass(frozen=True)
class ApiServer:
    """A running API server: its client, and the file with which helm finds it."""

    client: httpx.Client
    kubeconfig: Path

    def plural(self, one: dict[str, Any]) -> str:
        """Return the path of objects of this kind in the namespace."""
        version = one["apiVersion"]
        root = f"/apis/{version}" if "/" in version else f"/api/{version}"
        resources = self.client.get(root).raise_for_status().json()["resources"]
        name = next(each["name"] for each in resources if each["kind"] == one["kind"] and "/" not in each["name"])
        return f"{root}/namespaces/{NAMESPACE}/{name}"

    def dry_run(self, one: dict[str, Any]) -> httpx.Response:
        """Apply an object without storing it, with all checks and admissions. Unknown fields are refused."""
        return self.client.patch(
            f"{self.plural(one)}/{one['metadata']['name']}",
            params={"dryRun": "All", "fieldManager": "test", "force": "true", "fieldValidation": "Strict"},
            headers={"Content-Type": "application/apply-patch+yaml"},
            content=json.dumps(one),
        )

    def helm(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run helm against this server."""
        return chart.run_helm("--kubeconfig", str(self.kubeconfig), "--namespace", NAMESPACE, *arguments)


@contextlib.contextmanager
def running(folder: Path) -> Iterator[ApiServer]:
    """Run an API server with a namespace that enforces `restricted`, and the definitions of other projects' objects.

    Raises:
        Trouble: it did not start; with the end of its log.
    """
    if reason := missing():
        raise Trouble(reason)
    with contextlib.ExitStack() as stack:
        store, peer, port = (_free_port() for _ in range(3))
        etcd = ["etcd", "--data-dir", str(folder / "etcd"), "--unsafe-no-fsync"]
        etcd += [f"--listen-client-urls=http://127.0.0.1:{store}", f"--advertise-client-urls=http://127.0.0.1:{store}"]
        etcd += [f"--listen-peer-urls=http://127.0.0.1:{peer}"]
        stack.enter_context(_process(etcd, folder / "etcd.log"))
        token = secrets.token_hex(20)
        (folder / "tokens.csv").write_text(f"{token},admin,admin,system:masters\n")
        (folder / "account.key").write_bytes(_key())
        server = [
            str(chart.api_server()),
            f"--etcd-servers=http://127.0.0.1:{store}",
            f"--secure-port={port}",
            "--bind-address=127.0.0.1",
            f"--cert-dir={folder}",
            f"--token-auth-file={folder / 'tokens.csv'}",
            f"--service-account-key-file={folder / 'account.key'}",
            "--service-cluster-ip-range=10.96.0.0/16",
            f"--service-account-signing-key-file={folder / 'account.key'}",
            "--authorization-mode=RBAC",
            "--service-account-issuer=https://kubernetes.default.svc",
        ]
        process = stack.enter_context(_process(server, folder / "apiserver.log"))
        address = f"https://127.0.0.1:{port}"
        # The server makes its certificate for this run.
        client = stack.enter_context(
            httpx.Client(base_url=address, headers={"Authorization": f"Bearer {token}"}, verify=False, timeout=30)  # noqa: S501 - its own certificate
        )
        _await_ready(client, process, folder / "apiserver.log")
        api_server = ApiServer(client, folder / "kubeconfig")
        api_server.kubeconfig.write_text(yaml.safe_dump(_kubeconfig(address, token)))
        labels = {"name": NAMESPACE, "labels": _RESTRICTED}
        client.post("/api/v1/namespaces", json={"metadata": labels}).raise_for_status()
        for one in chart.definitions():
            path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
            client.post(path, json=one).raise_for_status()
            _await_definition(client, f"{path}/{one['metadata']['name']}")
        yield api_server


@contextlib.contextmanager
def _process(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _await_ready(client: httpx.Client, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(httpx.HTTPError):
            if client.get("/readyz").status_code == httpx.codes.OK:
                return
        time.sleep(0.2)
    raise Trouble(f"The API server did not start:\n{log.read_text()[-2_000:]}")


def _await_definition(client: httpx.Client, path: str) -> None:
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        conditions = client.get(path).json().get("status", {}).get("conditions") or []
        if any(each["type"] == "Established" and each["status"] == "True" for each in conditions):
            return
        time.sleep(0.1)
    raise Trouble(f"{path} was not established")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _key() -> bytes:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _kubeconfig(address: str, token: str) -> dict[str, Any]:
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "here", "cluster": {"server": address, "insecure-skip-tls-verify": True}}],
        "users": [{"name": "admin", "user": {"token": token}}],
        "contexts": [{"name": "here", "context": {"cluster": "here", "user": "admin"}}],
        "current-context": "here",
    }
