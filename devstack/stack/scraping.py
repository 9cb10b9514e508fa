"""Prometheus before an instance: `make prometheus` prints its configuration."""

import sys
from typing import Any

import yaml

from devstack.layout import ROOT, SERVICES, Instance

RULES = ROOT / "charts" / "staffroom" / "rules"


def targets(instance: Instance) -> list[str]:
    """The addresses of every process with metrics."""
    ports = [port(name) for port in (instance.http, instance.events, instance.worker) for name in SERVICES]
    others = ("finance-sync", "support-inbox", "pay", "live", "gateway-admin")
    ports += [instance.port(name) for name in others]
    if instance.backups is not None:
        ports.append(instance.port("backup"))
    return [f"127.0.0.1:{port}" for port in ports]


def configuration(instance: Instance) -> dict[str, Any]:
    """The configuration of Prometheus; the alerts on backups with it where the instance makes them all the time."""
    rules = ["alerts.yaml"] if instance.backups is None else ["alerts.yaml", "backups.yaml"]
    return {
        "global": {"scrape_interval": "30s", "evaluation_interval": "30s"},
        "rule_files": [str(RULES / name) for name in rules],
        "scrape_configs": [{"job_name": "staffroom", "static_configs": [{"targets": targets(instance)}]}],
    }


def show(instance: Instance) -> None:
    """Print it."""
    yaml.safe_dump(configuration(instance), sys.stdout, sort_keys=False)
