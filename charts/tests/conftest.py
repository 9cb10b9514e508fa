"""Rendered objects for the tests of the chart: each values file once, as an installation and as an upgrade."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from devstack.tools import chart

EXAMPLES = {
    path.stem: path
    for path in sorted(chart.EXAMPLES.glob("*.yaml"))
    if path.stem not in ("nats", "nats-one", "valkey", "cloudnative-backups")
}
"""Values files of staffroom; the others belong to other charts."""
Object = dict[str, Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if reason := chart.missing():
        for item in items:
            item.add_marker(pytest.mark.skip(reason=reason))


@cache
def rendered(values: str, *arguments: str) -> list[Object]:
    """Return the rendered objects of an example's values."""
    apis = [f"--api-versions={name}" for name in chart.APIS]
    return chart.render("-f", str(EXAMPLES[values]), *apis, *arguments)


@pytest.fixture(params=list(EXAMPLES))
def values(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def objects(values: str) -> list[Object]:
    return rendered(values)


def replicas(objects: list[Object]) -> dict[str, tuple[int, int]]:
    """Return the least and the most pods of each workload that an autoscaler sizes."""
    scaled = {}
    for one in objects:
        if one["kind"] in ("HorizontalPodAutoscaler", "ScaledObject"):
            spec = one["spec"]
            ends = (spec.get(f"{end}Replicas") or spec[f"{end}ReplicaCount"] for end in ("min", "max"))
            scaled[spec["scaleTargetRef"]["name"]] = (next(ends), next(ends))
    return scaled


def pod_templates(objects: list[Object]) -> list[tuple[str, Object]]:
    """Return each workload's name and pod template."""
    templates = []
    for one in objects:
        spec = one.get("spec", {})
        if one["kind"] == "CronJob":
            spec = spec["jobTemplate"]["spec"]
        if one["kind"] in ("Deployment", "Job", "CronJob", "StatefulSet"):
            templates.append((f"{one['kind']}/{one['metadata']['name']}", spec["template"]))
    return templates


def containers(template: Object) -> list[Object]:
    return [*template["spec"].get("initContainers", []), *template["spec"]["containers"]]


def kind(objects: list[Object], *kinds: str) -> list[Object]:
    return [one for one in objects if one["kind"] in kinds]


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.yaml"))
