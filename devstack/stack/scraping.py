"""The configuration of Prometheus for an instance: `make prometheus`."""

import sys
from typing import Any

import yaml

from devstack.layout import ROOT, SERVICES, Instance

RULES = ROOT / "charts" / "staffroom" / "rules"


def targets(instance: Instance) -> list[str]:
    """Return the addresses of all processes with metrics."""
    ports = [port(name) for port in (instance.http, instance.events, instance.worker) for name in SERVICES]
    others = ("finance-sync", "support-inbox", "pay", "live", "gateway-admin")
    ports += [instance.port(name) for name in others]
    if instance.backups is not None:
        ports.append(instance.port("backup"))
    return [f"127.0.0.1:{port}" for port in ports]


def configuration(instance: Instance) -> dict[str, Any]:
    """Return the configuration of Prometheus, with the alerts on backups if the instance makes them continuously."""
    rules = ["alerts.yaml"] if instance.backups is None else ["alerts.yaml", "backups.yaml"]
    return {
        "global": {"scrape_interval": "30s", "evaluation_interval": "30s"},
        "rule_files": [str(RULES / name) for name in rules],
        "scrape_configs": [{"job_name": "staffroom", "static_configs": [{"targets": targets(instance)}]}],
    }


def show(instance: Instance) -> None:
    """Print the configuration."""
    yaml.safe_dump(configuration(instance), sys.stdout, sort_keys=False)
