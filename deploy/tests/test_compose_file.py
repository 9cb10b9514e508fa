"""docker-compose.yml as text; what docker compose makes of it is tested in deploy/compose."""

import re

import yaml

from devstack.layout import ROOT


def test_no_secret_has_a_default() -> None:
    """A value that says PASSWORD, SECRET or KEY is asked for, or empty where nothing is connected."""
    text = (ROOT / "docker-compose.yml").read_text()
    names = re.findall(r"\$\{(\w*(?:PASSWORD\w*|SECRET|_KEY|RECIPIENT)):-(?!false\})([^}]+)\}", text)
    assert names == []


def test_what_is_mounted_is_there() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    mounts = [mount for service in services.values() for mount in service.get("volumes", ()) if mount.startswith("./")]
    assert mounts
    for mount in mounts:
        assert (ROOT / mount.partition(":")[0]).exists(), mount
