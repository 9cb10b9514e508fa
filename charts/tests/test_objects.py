"""Objects of the chart: valid, consistent with each other, and as restricted as Pod Security allows."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import kubernetes_validate
import pytest
import yaml

from devstack.layout import ROOT, SERVICES
from devstack.tools import chart

from .conftest import EXAMPLES, Object, containers, kind, pod_templates, rendered, replicas

FOREIGN = re.compile(r"cnpg\.io|keda\.sh|monitoring\.coreos\.com|gateway\.networking\.k8s\.io")
"""API groups of other projects; the API server's test has their definitions."""
ALLOWED_VOLUMES = {"configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "secret"}
HAS_NO_PROBES = {"Job", "CronJob"}


def test_helm_lint_passes(values: str) -> None:
    done = chart.run_helm(
        "lint", "--strict", f"--kube-version={chart.KUBERNETES}", str(chart.CHART), "-f", str(EXAMPLES[values])
    )
    assert done.returncode == 0, done.stdout + done.stderr


def shape(value: Any) -> Any:
    """Return the shape of a value: its keys, with types in place of strings and numbers."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()} | {"kind": value.get("kind")}
    return [shape(each) for each in value] if isinstance(value, list) else type(value).__name__


def test_objects_match_the_kubernetes_schemas() -> None:
    """Check one object of each shape: the library needs a fifth of a second for each."""
    forms = {json.dumps(shape(one), sort_keys=True): one for name in EXAMPLES for one in rendered(name)}
    for one in forms.values():
        if not FOREIGN.search(one["apiVersion"]):
            kubernetes_validate.validate(one, "1.34", strict=True)


def test_names_of_objects_are_unique(objects: list[Object]) -> None:
    names = Counter((one["kind"], one["metadata"]["name"]) for one in objects)
    assert [name for name, count in names.items() if count > 1] == []


def test_each_service_has_its_processes(objects: list[Object]) -> None:
    names = {one["metadata"]["name"] for one in kind(objects, "Deployment")}
    for service in SERVICES:
        assert {f"staffroom-{service}", f"staffroom-{service}-events", f"staffroom-{service}-worker"} <= names
        assert f"staffroom-{service}-remote" in names
    assert {"staffroom-pay", "staffroom-finance-sync", "staffroom-gateway", "staffroom-web"} <= names


def test_pods_are_restricted(objects: list[Object]) -> None:
    """The standard's level `restricted` (kubernetes.io/docs/concepts/security/pod-security-standards), with a
    read-only root."""
    for name, template in pod_templates(objects):
        spec = template["spec"]
        assert not {"hostNetwork", "hostPID", "hostIPC"} & set(spec), name
        context = spec["securityContext"]
        assert context["runAsNonRoot"] is True and context["runAsUser"] > 0, name
        assert context["seccompProfile"]["type"] == "RuntimeDefault", name
        assert "sysctls" not in context
        for volume in spec.get("volumes", []):
            assert set(volume) - {"name"} <= ALLOWED_VOLUMES, name
        for one in containers(template):
            own = one["securityContext"]
            assert own["allowPrivilegeEscalation"] is False, name
            assert own["capabilities"] == {"drop": ["ALL"]}, name
            assert own["readOnlyRootFilesystem"] is True, name
            assert not own.get("privileged") and "procMount" not in own
            assert not [port for port in one.get("ports", []) if "hostPort" in port]


def test_pods_have_no_token_and_one_account(objects: list[Object]) -> None:
    [account] = kind(objects, "ServiceAccount")
    assert account["automountServiceAccountToken"] is False
    for name, template in pod_templates(objects):
        assert template["spec"]["automountServiceAccountToken"] is False, name
        assert template["spec"]["serviceAccountName"] == account["metadata"]["name"], name
        assert template["spec"]["enableServiceLinks"] is False, name


def test_every_container_has_limits_and_a_writable_tmp(objects: list[Object]) -> None:
    for name, template in pod_templates(objects):
        volumes = {volume["name"]: volume for volume in template["spec"]["volumes"]}
        for one in containers(template):
            resources = one["resources"]
            assert {"cpu", "memory"} <= set(resources["requests"]), name
            assert "memory" in resources["limits"], name
            mounts = {mount["mountPath"]: mount["name"] for mount in one["volumeMounts"]}
            assert volumes[mounts["/tmp"]]["emptyDir"] == {}, name
            assert set(mounts.values()) <= set(volumes), name


def test_every_process_has_probes(objects: list[Object]) -> None:
    for name, template in pod_templates(objects):
        if name.partition("/")[0] in HAS_NO_PROBES:
            continue
        [main] = template["spec"]["containers"]
        ports = {port["name"] for port in main["ports"]} | {port["containerPort"] for port in main["ports"]}
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            assert main[probe]["httpGet"]["port"] in ports, (name, probe)


def test_called_processes_drain_before_they_stop(objects: list[Object]) -> None:
    called = [one["spec"]["selector"]["app.kubernetes.io/component"] for one in kind(objects, "Service")]
    for name, template in pod_templates(objects):
        labels = template["metadata"]["labels"]
        if labels["app.kubernetes.io/component"] in called:
            [main] = template["spec"]["containers"]
            drain = main["lifecycle"]["preStop"]["sleep"]["seconds"]
            assert drain < template["spec"]["terminationGracePeriodSeconds"] - 20, name


def test_services_and_budgets_find_their_pods(objects: list[Object]) -> None:
    pods = [template for _, template in pod_templates(objects)]
    for one in kind(objects, "Service"):
        selected = [pod for pod in pods if one["spec"]["selector"].items() <= pod["metadata"]["labels"].items()]
        assert len(selected) == 1, one["metadata"]["name"]
        ports = {port["name"] for port in selected[0]["spec"]["containers"][0]["ports"]}
        assert {port["targetPort"] for port in one["spec"]["ports"]} <= ports
    budgets = [one["spec"]["selector"]["matchLabels"] for one in kind(objects, "PodDisruptionBudget")]
    for one in kind(objects, "Deployment"):
        labels = one["spec"]["template"]["metadata"]["labels"]
        assert one["spec"]["selector"]["matchLabels"].items() <= labels.items()
        expected = 0 if one["metadata"]["name"].endswith("backup-wal") else 1
        assert sum(budget.items() <= labels.items() for budget in budgets) == expected, one["metadata"]["name"]


def test_autoscalers_have_targets_without_replicas(objects: list[Object]) -> None:
    deployments = {one["metadata"]["name"]: one for one in kind(objects, "Deployment")}
    scaled = {one["spec"]["scaleTargetRef"]["name"] for one in kind(objects, "HorizontalPodAutoscaler", "ScaledObject")}
    assert scaled <= set(deployments)
    for name, one in deployments.items():
        assert ("replicas" in one["spec"]) == (name not in scaled), name


def test_workers_are_scaled_by_their_queue() -> None:
    """The list is the one that a worker reads, named by the prefix and the queue of its Celery app."""
    app = (ROOT / "services/kit/src/kit/jobs/job.py").read_text()
    assert '"global_keyprefix": f"celery:{service}:"' in app and "task_default_queue=service" in app
    scaled = {one["metadata"]["name"]: one for one in kind(rendered("medium"), "ScaledObject")}
    assert len(scaled) == len(SERVICES)
    for name, one in scaled.items():
        service = name.removeprefix("staffroom-").removesuffix("-worker")
        [trigger] = one["spec"]["triggers"]
        assert trigger["metadata"]["listName"] == f"celery:{service}:{service}"
        assert trigger["metadata"]["address"] == "valkey.office.svc:6379", "KEDA asks from another namespace"
    without = chart.render("-f", str(EXAMPLES["medium"]))
    assert not kind(without, "ScaledObject")
    assert "staffroom-people-worker" in {one["metadata"]["name"] for one in kind(without, "HorizontalPodAutoscaler")}


def test_standby_processes_are_not_scaled() -> None:
    with pytest.raises(chart.Trouble, match="stand by"):
        chart.render("--set", "services.people.events.maxReplicas=5")


def test_pods_spread_over_zones_and_nodes(objects: list[Object]) -> None:
    for one in kind(objects, "Deployment"):
        if one["spec"].get("strategy", {}).get("type") == "Recreate":
            continue
        spread = one["spec"]["template"]["spec"]["topologySpreadConstraints"]
        assert [rule["topologyKey"] for rule in spread] == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"]
        for rule in spread:
            labels = one["spec"]["template"]["metadata"]["labels"]
            assert rule["labelSelector"]["matchLabels"].items() <= labels.items()


def test_migrations_precede_the_new_release() -> None:
    """On an installation they are ordinary Jobs, because the databases do not exist yet; before an upgrade they are
    hooks."""
    first = kind(rendered("small"), "Job")
    assert {job["metadata"]["name"] for job in first} == {f"staffroom-{service}-migrate" for service in SERVICES}
    assert not [job for job in first if "annotations" in job["metadata"]]
    later = kind(rendered("small", "--is-upgrade"), "Job")
    assert len(later) == len(SERVICES)
    for job in later:
        assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-upgrade"
        assert job["spec"]["activeDeadlineSeconds"] == 3600
    for one in kind(rendered("small"), "Deployment"):
        service = one["spec"]["template"]["metadata"]["labels"].get("staffroom/service")
        waits = [init["args"] for init in one["spec"]["template"]["spec"].get("initContainers", [])]
        assert waits == ([["migrated", service]] if service else []), one["metadata"]["name"]


def test_pull_secrets_registry_and_complete_references() -> None:
    for name, template in pod_templates(rendered("external", "--set", "images.people=other/people@sha256:abc")):
        assert template["spec"]["imagePullSecrets"] == [{"name": "registry"}], name
        for one in containers(template):
            if "people" in name and "remote" not in name:
                assert one["image"] == "other/people@sha256:abc"
            else:
                assert one["image"].startswith("registry.example/staffroom/"), name


def test_an_area_runs_its_own_version() -> None:
    objects = rendered("external", "--set", "areas.teaching.tag=1.103.0.1")
    tags: dict[str, set[str]] = {}
    for _, template in pod_templates(objects):
        for one in containers(template):
            name, _, tag = one["image"].rpartition("/")[2].partition(":")
            tags.setdefault(tag, set()).add(name)
    assert tags.pop("1.103.0.1") == {"teaching", "teaching-remote"}
    [(release, others)] = tags.items()
    assert {"people", "people-remote", "web", "gateway"} <= others
    reported = {
        (setting["value"], template["metadata"]["labels"]["staffroom/service"])
        for _, template in pod_templates(objects)
        for one in containers(template)
        for setting in one.get("env", [])
        if setting["name"] == "STAFFROOM_RELEASE"
    }
    assert reported == {("1.103.0.1" if service == "teaching" else release, service) for service in SERVICES}


def test_the_gateway_finds_every_remote(objects: list[Object]) -> None:
    [gateway] = [one for one in kind(objects, "Deployment") if one["metadata"]["name"] == "staffroom-gateway"]
    [container] = gateway["spec"]["template"]["spec"]["containers"]
    env = {one["name"]: one["value"] for one in container["env"]}
    called = {f"{env['REMOTES_PREFIX']}{area}-remote" for area in env["REMOTES"].split(",")}
    assert called == {f"staffroom-{service}-remote" for service in SERVICES}
    assert called <= {one["metadata"]["name"] for one in kind(objects, "Service")}


def test_skaffold_gives_every_image_it_builds() -> None:
    """It uses values, because the images of hooks are not rewritten after rendering."""
    skaffold = yaml.safe_load((ROOT / "skaffold.yaml").read_text())
    built = [one["image"].removeprefix("staffroom/") for one in skaffold["build"]["artifacts"]]
    [release] = [one for one in skaffold["deploy"]["helm"]["releases"] if one["name"] == "staffroom"]
    given = release["setValueTemplates"]
    variables = {name: f"IMAGE_FULLY_QUALIFIED_staffroom_{name.replace('-', '_')}" for name in built}
    assert given == {f"images.{name}": f"{{{{.{variable}}}}}" for name, variable in variables.items()}
    sets = [f"--set=images.{name}=local/{name}:1" for name in built]
    assert [release["chartPath"], *release["valuesFiles"]] == ["charts/staffroom", "charts/examples/development.yaml"]
    used: set[Any] = set()
    for arguments in (sets, [*sets, "--is-upgrade"]):
        for _, template in pod_templates(rendered("development", *arguments)):
            used |= {one["image"] for one in containers(template)}
    assert used == {f"local/{name}:1" for name in built}


def test_gotenberg_has_the_allow_list_of_docker_compose() -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    given = {one["metadata"]["name"]: one for one in kind(rendered("small"), "Deployment")}
    for theirs, ours in (("gotenberg", "pdf"), ("gotenberg-people", "pdf-people")):
        [container] = given[f"staffroom-{ours}"]["spec"]["template"]["spec"]["containers"]
        assert container["image"].startswith("staffroom/pdf:") and "/pdf:" in compose[theirs]["image"]
        assert {part.replace("$$", "$") for part in compose[theirs]["command"]} <= set(container["args"])


@pytest.mark.parametrize("values", ["small", "medium", "large"])
def test_the_database_has_connections_for_every_pod(values: str) -> None:
    """Each process has two pools, at a peak twice their size (`kit.database.pool`), and one connection with a lock."""
    objects = rendered(values)
    scaled = replicas(objects)
    total = 0
    for one in kind(objects, "Deployment"):
        template = one["spec"]["template"]
        [container] = template["spec"]["containers"]
        env = {variable["name"]: variable.get("value") for variable in container.get("env", [])}
        if "STAFFROOM_DATABASE_POOL" in env:
            pool = int(env["STAFFROOM_DATABASE_POOL"])
            locks = template["metadata"]["labels"]["staffroom/process"] in ("events", "module")
            _, most = scaled.get(one["metadata"]["name"]) or (0, one["spec"]["replicas"])
            total += most * (2 * (pool + min(pool, 4)) + locks)
    [cluster] = kind(objects, "Cluster")
    assert total <= int(cluster["spec"]["postgresql"]["parameters"]["max_connections"]) - 15, "15 are the operator's"
