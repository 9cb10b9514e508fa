"""The table of sizes in docs/kubernetes.md counts the pods that the examples render."""

from __future__ import annotations

import re

from charts.tests.conftest import rendered, replicas
from devstack.layout import ROOT

SIZES = ("small", "medium", "large")
_UNITS = {"m": 0.001, "Mi": 1 / 1024, "Gi": 1.0}


def amount(text: str) -> float:
    """Return a quantity of Kubernetes in cores or GiB."""
    number, unit = re.fullmatch(r"([\d.]+)(m|Mi|Gi)?", text).groups()
    return float(number) * _UNITS.get(unit, 1.0)


def span(least: float, most: float) -> str:
    return f"{least:.0f}" if round(least) == round(most) else f"{least:.0f} to {most:.0f}"


def cell(size: str) -> str:
    """Return the cell of a size: pods, cores and memory that they request, at rest and with every autoscaler at its
    maximum."""
    objects = rendered(size)
    scaled = replicas(objects)
    sums = [[0.0, 0.0] for _ in range(3)]
    for one in objects:
        if one["kind"] not in ("Deployment", "StatefulSet"):
            continue
        fixed = one["spec"].get("replicas", 1)
        requests = [part["resources"]["requests"] for part in one["spec"]["template"]["spec"]["containers"]]
        weights = (1.0, *(sum(amount(str(part[kind])) for part in requests) for kind in ("cpu", "memory")))
        for end, pods in enumerate(scaled.get(one["metadata"]["name"], (fixed, fixed))):
            for number, weight in enumerate(weights):
                sums[number][end] += pods * weight
    pods, cores, memory = (span(*pair) for pair in sums)
    return f"{pods}; {cores} cores, {memory} GiB"


def test_the_document_counts_the_pods_of_each_size() -> None:
    row = f"| pods; their requests without databases | {' | '.join(map(cell, SIZES))} |"
    assert row in (ROOT / "docs" / "kubernetes.md").read_text(), row
