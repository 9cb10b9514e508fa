"""The alerts and the dashboard use existing metrics, and name existing chapters of the docs."""

import json
import re
from typing import Any

import pytest
import yaml
from prometheus_client import CollectorRegistry
from prometheus_client.metrics import MetricWrapperBase

from backup import metrics as backups
from devstack.layout import ROOT
from kit.telemetry import metrics

RULES = ROOT / "charts" / "staffroom" / "rules"
OURS = re.compile(r"\b(?:staffroom_\w+|process_start_time_seconds)")
SUFFIXES = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}


def exposed() -> set[str]:
    """Return the names of the time series of all metrics."""
    all_metrics = [one for one in vars(metrics).values() if isinstance(one, MetricWrapperBase)]
    families = [family for one in all_metrics for family in one.describe()]
    families += list(metrics._pools.collect())
    registry: CollectorRegistry = backups.registry
    families += list(registry.collect())
    return {f"{family.name}{suffix}" for family in families for suffix in SUFFIXES[family.type]}


def alerts() -> list[dict[str, Any]]:
    """Return every rule of both files."""
    files = [yaml.safe_load((RULES / name).read_text()) for name in ("alerts.yaml", "backups.yaml")]
    return [rule for file in files for group in file["groups"] for rule in group["rules"]]


def expressions() -> list[str]:
    board: dict[str, Any] = json.loads((RULES / "dashboard.json").read_text())
    return [rule["expr"] for rule in alerts()] + [
        target["expr"] for panel in board["panels"] for target in panel["targets"]
    ]


@pytest.mark.parametrize("expression", expressions())
def test_expressions_use_existing_metrics(expression: str) -> None:
    named = set(OURS.findall(expression))
    assert named <= exposed() and (named or expression.startswith("up{"))


def test_every_metric_is_watched_or_shown() -> None:
    named = {name for expression in expressions() for name in OURS.findall(expression)}
    bases = {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in exposed()}
    assert bases == {re.sub(r"_(total|bucket|count|sum)$", "", name) for name in named}


def test_every_remedy_begins_with_a_chapter_of_the_docs() -> None:
    chapters = re.findall(r"^## (.+)$", (ROOT / "docs" / "operations.md").read_text(), re.M)
    remedies = [rule["annotations"]["remedy"].partition(":")[0] for rule in alerts()]
    assert not [remedy for remedy in remedies if remedy not in chapters]


def test_panels_do_not_overlap() -> None:
    board = json.loads((RULES / "dashboard.json").read_text())
    places = [panel["gridPos"] for panel in board["panels"]]
    cells = [
        (place["x"] + column, place["y"] + row)
        for place in places
        for column in range(place["w"])
        for row in range(place["h"])
    ]
    assert len(cells) == len(set(cells)) and max(x for x, _ in cells) == 23
