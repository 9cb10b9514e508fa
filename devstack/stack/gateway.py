"""The gateway's static configuration for this machine: the same file with other addresses."""

import os
import sys
from pathlib import Path

import yaml

from devstack.layout import ROOT, Instance


def write_static(instance: Instance) -> Path:
    """Copy `gateway/traefik.yml` into the state folder with this instance's addresses. Returns the copy's path.

    Traefik does not read templates in its static configuration, and takes either a file or arguments, not both.
    """
    config = yaml.safe_load((ROOT / "gateway" / "traefik.yml").read_text())
    config["entryPoints"]["web"]["address"] = f"{instance.bind}:{instance.port('gateway')}"
    proxies = os.environ.get("STAFFROOM_TRUSTED_PROXIES", "")
    config["entryPoints"]["web"]["forwardedHeaders"]["trustedIPs"] = [one for one in proxies.split(",") if one]
    config["entryPoints"]["admin"]["address"] = f"127.0.0.1:{instance.port('gateway-admin')}"
    config["providers"]["file"]["directory"] = str(ROOT / "gateway" / "dynamic")
    target = instance.state / "gateway" / "traefik.yml"
    target.write_text(yaml.safe_dump(config))
    return target


def command(instance: Instance) -> list[str]:
    """Return the command that runs the gateway behind its gate."""
    gate = [sys.executable, "-m", "devstack.programs.gate", instance.bind]
    ports = [str(instance.port("gateway")), str(instance.port("gateway-admin"))]
    return [*gate, *ports, str(Path(sys.prefix) / "bin" / "traefik"), f"--configFile={write_static(instance)}"]
