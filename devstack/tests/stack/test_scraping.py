"""Prometheus reads every process with metrics, in docker-compose and with `make up`."""

from pathlib import Path

import pytest
import yaml

from devstack.layout import ROOT, Instance
from devstack.stack import scraping


def test_every_process_of_docker_compose_is_scraped() -> None:
    config = yaml.safe_load((ROOT / "devstack" / "compose" / "prometheus.yml").read_text())
    [job] = config["scrape_configs"]
    targets = job["static_configs"][0]["targets"]
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    ours = {
        name
        for name, service in services.items()
        if "STAFFROOM_METRICS_PORT" in (service.get("environment") or {})
        and service.get("restart") != "no"
        and not name.endswith("-migrate")
    }
    assert ours - {"restore"} == {target.partition(":")[0] for target in targets} - {"gate"}
    assert job["job_name"] == "staffroom", "the alerts ask for it"
    mounts = dict(mount.split(":")[:2] for mount in services["prometheus"]["volumes"])
    assert mounts["./charts/staffroom/rules"] == str(Path(config["rule_files"][0]).parent)


@pytest.mark.parametrize("backups", [False, True])
def test_every_process_of_an_instance_is_scraped_once(tmp_path: Path, backups: bool) -> None:
    instance = Instance("proof", 8080, "127.0.0.1", tmp_path)
    if backups:
        instance.backups_file.write_text("")
    config = scraping.configuration(instance)
    targets = config["scrape_configs"][0]["static_configs"][0]["targets"]
    assert len(set(targets)) == len(targets) == 23 + backups
    assert {"127.0.0.1:8190", "127.0.0.1:8215", "127.0.0.1:8225", "127.0.0.1:8189"} <= set(targets)
    assert ("127.0.0.1:8180" in targets) is backups
    names = [Path(path).name for path in config["rule_files"]]
    assert names == ["alerts.yaml", "backups.yaml"][: 1 + backups]
    assert all(Path(path).is_file() for path in config["rule_files"])
