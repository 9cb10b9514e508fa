"""The chart on a real API server.

Every object of every example is accepted, its pods are admitted to a namespace that enforces Pod Security `restricted`,
and a release is installed, upgraded and rolled back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from devstack.tools import apiserver, chart
from devstack.tools.apiserver import NAMESPACE, ApiServer

from .conftest import EXAMPLES, pod_templates, rendered

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(apiserver.missing()), reason=apiserver.missing() or "it runs")]
SMALL = ("-f", str(EXAMPLES["small"]), "--no-hooks")
"""Hooks are Jobs, which finish only if a controller runs them."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ApiServer]:
    with apiserver.running(tmp_path_factory.mktemp("apiserver")) as api_server:
        yield api_server


@pytest.mark.parametrize("values", list(EXAMPLES))
@pytest.mark.parametrize("arguments", [(), ("--is-upgrade",)])
def test_every_object_is_accepted(server: ApiServer, values: str, arguments: tuple[str, ...]) -> None:
    refused = []
    for one in rendered(values, *arguments):
        answer = server.dry_run(one)
        # Unknown fields are errors; pods that Pod Security would refuse cause warnings on their workload.
        if answer.is_error or answer.headers.get("Warning"):
            name = f"{one['kind']}/{one['metadata']['name']}"
            refused.append(f"{name}: {answer.headers.get('Warning') or answer.json()['message']}")
    assert refused == []


@pytest.mark.parametrize("values", list(EXAMPLES))
def test_pods_are_admitted_to_a_restricted_namespace(server: ApiServer, values: str) -> None:
    [account] = [one for one in rendered(values) if one["kind"] == "ServiceAccount"]
    server.client.post(f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts", json=account)
    templates = pod_templates(rendered(values)) + pod_templates(rendered(values, "--is-upgrade"))
    for name, template in templates:
        pod = {"apiVersion": "v1", "kind": "Pod", **template}
        pod["metadata"] = {**template["metadata"], "name": "pod"}
        pod["spec"] = {"restartPolicy": "Always", **template["spec"]}
        answer = server.client.post(f"/api/v1/namespaces/{NAMESPACE}/pods", params={"dryRun": "All"}, json=pod)
        assert answer.is_success, (name, answer.json()["message"])
    loose = {"metadata": {"name": "loose"}, "spec": {"containers": [{"name": "a", "image": "a"}]}}
    loose["spec"]["serviceAccountName"] = account["metadata"]["name"]  # type: ignore[assignment]
    answer = server.client.post(f"/api/v1/namespaces/{NAMESPACE}/pods", params={"dryRun": "All"}, json=loose)
    assert answer.status_code == 403 and "restricted" in answer.json()["message"], "the namespace enforces nothing"


def test_a_release_is_installed_upgraded_and_rolled_back(server: ApiServer, tmp_path: Path) -> None:
    path = f"/api/v1/namespaces/{NAMESPACE}/secrets/staffroom-keys"
    accounts = f"/api/v1/namespaces/{NAMESPACE}/serviceaccounts/staffroom"
    server.client.delete(accounts)
    done = server.helm("install", "staffroom", str(chart.CHART), *SMALL)
    assert done.returncode == 0, done.stderr
    secret = server.client.get(path).raise_for_status().json()["data"]
    hashes = _hashes(server)

    done = server.helm("upgrade", "staffroom", str(chart.CHART), *SMALL, "--set", "defaults.replicas=2")
    assert done.returncode == 0, done.stderr
    assert server.client.get(path).json()["data"] == secret, "the secrets stay"
    jobs = server.client.get(f"/apis/batch/v1/namespaces/{NAMESPACE}/jobs").json()["items"]
    assert jobs == [], "on an upgrade migrations are hooks, and the Jobs of the installation go"

    rotated = {"data": {"service-key": "YW5vdGhlci1zZWNyZXQtb2YtYXQtbGVhc3QtMzI="}}
    server.client.patch(path, json=rotated, headers={"Content-Type": "application/merge-patch+json"}).raise_for_status()
    before = _hashes(server)
    done = server.helm("upgrade", "staffroom", str(chart.CHART), *SMALL)
    assert done.returncode == 0, done.stderr
    assert server.client.get(path).json()["data"]["service-key"] == rotated["data"]["service-key"]
    assert _hashes(server) != before != hashes, "pods are replaced after a rotation"

    done = server.helm("rollback", "staffroom", "1", "--no-hooks")
    assert done.returncode == 0, done.stderr
    manifest = yaml.safe_load_all(server.helm("get", "manifest", "staffroom").stdout)
    assert any(one and one["kind"] == "Deployment" and one["spec"]["replicas"] == 1 for one in manifest)
    done = server.helm("uninstall", "staffroom", "--no-hooks")
    assert done.returncode == 0, done.stderr
    assert server.client.get(path).is_success, "secrets and databases outlive the release"


def _hashes(server: ApiServer) -> set[str]:
    deployments = server.client.get(f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments").json()["items"]
    templates = [one["spec"]["template"]["metadata"] for one in deployments]
    return {each["annotations"]["staffroom/secrets"] for each in templates if "annotations" in each}
