"""docker-compose.yml as text; the model that docker compose reads from it is tested in deploy/compose."""

import re

import yaml

from devstack.layout import ROOT


def test_no_secret_has_a_default() -> None:
    """A value named PASSWORD, SECRET or KEY is required, or empty if nothing is connected."""
    text = (ROOT / "docker-compose.yml").read_text()
    names = re.findall(r"\$\{(\w*(?:PASSWORD\w*|SECRET|_KEY|RECIPIENT)):-(?!false\})([^}]+)\}", text)
    assert names == []


def test_mounted_files_exist() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    mounts = [mount for service in services.values() for mount in service.get("volumes", ()) if mount.startswith("./")]
    assert mounts
    for mount in mounts:
        assert (ROOT / mount.partition(":")[0]).exists(), mount
