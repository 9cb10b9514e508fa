"""Files that are written from services.yml, also for one more service."""

import pytest
import yaml

from devstack import layout
from devstack.layout import ROOT, SERVICES, Trouble
from devstack.stack import brokers
from devstack.written import services

PROCESSES = ("", "-migrate", "-events", "-worker", "-remote")


def test_files_equal_those_written_from_services_yml() -> None:
    stale = [str(path.relative_to(ROOT)) for path, text in services.files().items() if path.read_text() != text]
    assert not stale, f"`python -m devstack services` writes {', '.join(stale)}"


def test_every_service_has_a_folder_and_every_folder_an_entry() -> None:
    assert set(SERVICES) == {path.parent.name for path in ROOT.glob("services/*/src/*/wiring.py")}
    assert set(SERVICES) == {path.parent.parent.name for path in ROOT.glob("web/apps/*/src/area.tsx")}


@pytest.fixture
def seventh(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The files for one more service, by their names in the tree."""
    for name, value in {
        "SERVICES": (*SERVICES, "exams"),
        "PURPOSES": {**layout.PURPOSES, "exams": "sittings and results"},
        "READS": {**layout.READS, "exams": ("people",)},
        "KEYS": {**layout.KEYS, "exams": ()},
    }.items():
        for module in (services, brokers):
            monkeypatch.setattr(module, name, value, raising=False)
    return {str(path.relative_to(ROOT)): text for path, text in services.files().items()}


def test_seventh_service_is_in_every_file(seventh: dict[str, str]) -> None:
    assert [name for name, text in seventh.items() if "exams" not in text] == []
    operations = next(line for line in seventh["docs/operations.md"].splitlines() if line.startswith("| identity"))
    assert "files exams | B+110 .. B+116" in operations


def test_seventh_service_has_its_containers(seventh: dict[str, str]) -> None:
    before = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    after = yaml.safe_load(seventh["docker-compose.yml"])["services"]
    assert set(after) - set(before) == {"exams", "exams-migrate", "exams-events", "exams-worker", "exams-remote"}
    # This setting names both.
    peers = after["exams"]["environment"].pop("STAFFROOM_GRPC_PEERS")
    assert peers == after["teaching"]["environment"].pop("STAFFROOM_GRPC_PEERS")
    assert peers.endswith(",files=files:9000,exams=exams:9000")
    for process in PROCESSES:
        renamed = yaml.safe_dump(after[f"teaching{process}"]).replace("TEACHING", "EXAMS").replace("teaching", "exams")
        assert after[f"exams{process}"] == yaml.safe_load(renamed)


def test_own_settings_of_a_service_remain(seventh: dict[str, str]) -> None:
    containers = yaml.safe_load(seventh["docker-compose.yml"])["services"]
    assert containers["files-worker"]["volumes"] == ["objects:/var/lib/staffroom/objects"]
    assert "exams=http://exams:8000" in containers["identity"]["environment"]["STAFFROOM_HTTP_PEERS"]
    chart = yaml.safe_load(seventh["charts/staffroom/values.yaml"])["services"]
    assert chart["finance"]["pages"] == {"pay": {}} and chart["exams"] == {}


def test_missing_place_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(services._FILES, "skaffold.yaml", lambda _: services._skaffold("build: {}\n"))
    with pytest.raises(Trouble, match="0 times"):
        services.files()
