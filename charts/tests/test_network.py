"""Network policies of the chart's pods: both ends allow the connections that a service's settings name, and no
others."""

from __future__ import annotations

from typing import Any

import pytest

from devstack.layout import SERVICES

from .conftest import EXAMPLES, Object, kind, pod_templates, rendered

CLOSED = [name for name in EXAMPLES if name != "development"]
CALLERS = ("web", "page", "events", "worker", "module")


def selects(selector: Object, labels: Object) -> bool:
    if not selector.get("matchLabels", {}).items() <= labels.items():
        return False
    return all(labels.get(rule["key"]) in rule["values"] for rule in selector.get("matchExpressions", []))


def peer_of(rules: list[Object], peers: str, labels: Object, port: int) -> bool:
    """Return True if one of the rules allows a pod of the release on a port."""
    for rule in rules:
        if port in {entry["port"] for entry in rule["ports"]}:
            if peers not in rule or any(selects(peer.get("podSelector", {}), labels) for peer in rule[peers]):
                return True
    return False


class Pods:
    """The pods of an example by component, and its policies."""

    def __init__(self, values: str, *arguments: str) -> None:
        objects = rendered(values, *arguments)
        templates = [template for _, template in pod_templates(objects)]
        self.labels = {
            one["metadata"]["labels"]["app.kubernetes.io/component"]: one["metadata"]["labels"] for one in templates
        }
        self.policies = [one["spec"] for one in kind(objects, "NetworkPolicy")]

    def _rules(self, component: str, direction: str) -> list[Object]:
        mine = [policy for policy in self.policies if selects(policy["podSelector"], self.labels[component])]
        return [rule for policy in mine for rule in policy.get(direction, [])]

    def opens(self, source: str, target: str, port: int) -> bool:
        """Return True if both ends allow a connection."""
        out = peer_of(self._rules(source, "egress"), "to", self.labels[target], port)
        return out and peer_of(self._rules(target, "ingress"), "from", self.labels[source], port)

    def leaves(self, source: str, port: int) -> bool:
        """Return True if a pod may call an outside address on a port."""
        inside = {"app.kubernetes.io/name": "staffroom"}
        return any(
            port in {entry["port"] for entry in rule["ports"]}
            and (
                "to" not in rule
                or any(
                    not inside.items() <= peer.get("podSelector", {}).get("matchLabels", {}).items()
                    for peer in rule["to"]
                )
            )
            for rule in self._rules(source, "egress")
        )

    def of(self, *processes: str, service: str = "") -> list[str]:
        """Return the components of these processes."""
        return [
            name
            for name, labels in self.labels.items()
            if labels["staffroom/process"] in processes and service in ("", labels.get("staffroom/service"))
        ]


@pytest.fixture(params=CLOSED)
def pods(request: pytest.FixtureRequest) -> Pods:
    return Pods(request.param)


def test_every_pod_is_isolated_except_for_dns(pods: Pods) -> None:
    for component, labels in pods.labels.items():
        closed = [policy for policy in pods.policies if set(policy["policyTypes"]) == {"Ingress", "Egress"}]
        assert any(selects(policy["podSelector"], labels) for policy in closed), component
        assert pods.leaves(component, 53)


def test_services_call_each_other_and_ask_identity_for_keys(pods: Pods) -> None:
    for source in pods.of(*CALLERS):
        for service in SERVICES:
            assert pods.opens(source, service, 9000), (source, service)
        assert pods.opens(source, "identity", 8000), source
    for service in SERVICES:
        assert pods.opens("identity", service, 8000), "its part of /api/health"
    assert not pods.opens("teaching", "files-worker", 8000)
    assert not pods.opens("people-migrate", "identity", 9000)


def test_only_the_gateway_calls_pages(pods: Pods) -> None:
    for target in pods.of("web", "page"):
        assert pods.opens("gateway", target, 8000), target
    for target in ("web", *(f"{service}-remote" for service in SERVICES)):
        assert pods.opens("gateway", target, 8081), target
    assert not pods.opens("people", "pay", 8000)
    assert not pods.opens("people", "web", 8081)
    assert not pods.opens("gateway", "people", 9000)


def test_databases_and_brokers(pods: Pods) -> None:
    for source in pods.of(*CALLERS, "migrate"):
        assert pods.leaves(source, 5432), source
    for source in pods.of(*CALLERS):
        assert pods.leaves(source, 6379), source
    for source in pods.of("web", "events"):
        assert pods.leaves(source, 4222), source
    for source in pods.of("gateway", "static", "pdf"):
        assert not any(pods.leaves(source, port) for port in (5432, 6379, 4222, 25, 443)), source


def test_only_pods_that_need_it_reach_the_internet(pods: Pods) -> None:
    assert all(pods.leaves(source, 443) for source in pods.of(*CALLERS, service="files")), "S3"
    assert all(pods.leaves(source, 443) for source in pods.of(*CALLERS, service="finance")), "the accounting system"
    for service in ("identity", "people", "teaching", "support"):
        assert not any(pods.leaves(source, 443) for source in pods.of(*CALLERS, service=service)), service
    assert all(pods.leaves(source, 25) for source in pods.of("web", "worker")), "mail"


def test_services_reach_gotenberg() -> None:
    inside = Pods("small")
    for source in inside.of("web", "page", "worker"):
        for target in ("pdf", "pdf-people"):
            assert inside.opens(source, target, 3000), source
    outside = Pods("external")
    assert all(outside.leaves(source, 3000) for source in outside.of("web", "worker"))


def test_keycloak_and_traces() -> None:
    pods = Pods("external")
    for source in (*pods.of(*CALLERS, service="identity"), "gateway"):
        assert pods.leaves(source, 8080), source
    assert not pods.leaves("people", 8080)
    assert all(pods.leaves(source, 4317) for source in pods.of(*CALLERS))


def test_database_of_the_operator_is_selected_by_its_pods() -> None:
    objects = rendered("small")
    [policy] = [one for one in kind(objects, "NetworkPolicy") if one["metadata"]["name"] == "staffroom-postgres-out"]
    [rule] = policy["spec"]["egress"]
    assert rule["to"] == [{"podSelector": {"matchLabels": {"cnpg.io/cluster": "staffroom-postgres"}}}]


def test_metrics_are_readable_and_the_gateway_is_open(pods: Pods) -> None:
    stranger: dict[str, Any] = {"app": "prometheus"}
    for source in pods.of(*CALLERS):
        assert peer_of(pods._rules(source, "ingress"), "from", stranger, 8000), source
    assert peer_of(pods._rules("gateway", "ingress"), "from", stranger, 8189)
    assert peer_of(pods._rules("gateway", "ingress"), "from", stranger, 8080)
    assert not peer_of(pods._rules("people", "ingress"), "from", stranger, 9000)
