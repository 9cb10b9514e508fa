"""docker-compose.yml, loaded as docker compose loads it, with settings as the command writes them."""

import re
from pathlib import Path
from typing import Any

import pytest

from deploy import compose, settings
from devstack.layout import SERVICES, Trouble

PROFILES = ("mail", "keycloak", "monitoring", "restore")
EXTERNAL = {"postgres", "nats", "valkey", "mail", "keycloak", "prometheus"}
"""Containers whose images we do not build."""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("settings")
    settings.write(folder, {"url": "https://staffroom.example.org", "email": "it@example.org"}, keycloak=True)
    return folder / settings.ENV


@pytest.fixture(scope="module")
def model(env: Path) -> dict[str, Any]:
    services = compose.load(env, PROFILES)["services"]
    assert isinstance(services, dict)
    return services


@pytest.mark.parametrize("profiles", [(), *[(name,) for name in PROFILES], PROFILES])
def test_the_file_loads_with_each_profile(env: Path, profiles: tuple[str, ...]) -> None:
    loaded = set(compose.load(env, profiles)["services"])
    assert set(SERVICES) <= loaded and {"gate", "gateway", "static", "backup"} <= loaded
    others = {"prometheus" if name == "monitoring" else name for name in PROFILES}
    assert len(loaded & others) == len(profiles)


def test_without_settings_it_names_the_command(tmp_path: Path) -> None:
    empty = tmp_path / "empty.env"
    empty.touch()
    with pytest.raises(Trouble, match="make deploy ARGS=settings"):
        compose.load(empty)


def test_every_secret_is_generated_for_the_installation(model: dict[str, Any], tmp_path: Path) -> None:
    settings.write(tmp_path, {"url": "http://localhost:8080"})
    other = settings.read((tmp_path / settings.ENV).read_text())
    secret = {name: value for name, value in other.items() if re.search("PASSWORD|SECRET|_KEY$", name)}
    assert len(secret) == len(set(secret.values())) >= len(SERVICES) + 8
    ours = {value for service in model.values() for value in (service.get("environment") or {}).values()}
    assert not ours & set(secret.values())


def test_every_container_is_restricted(model: dict[str, Any]) -> None:
    for name, service in model.items():
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service.get("read_only", False) is (name != "keycloak"), name
        assert not service.get("privileged"), name
        # A restore sets the owners of files; the container runs once and listens on no port.
        assert bool(service.get("cap_add")) is (name == "restore"), name


def test_every_container_has_limits_and_a_bounded_log(model: dict[str, Any]) -> None:
    for name, service in model.items():
        assert 0 < int(service["mem_limit"]) <= 2 * 2**30, name
        assert service["pids_limit"] == 512, name
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}, name


def test_every_long_running_container_has_a_health_check(model: dict[str, Any]) -> None:
    for name, service in model.items():
        once = name.endswith("-migrate") or name == "restore"
        assert service["restart"] == ("no" if once else "unless-stopped"), name
        check = service.get("healthcheck") or {}
        # The gate is only the gateway's port, and the gateway has a check; Mailpit's image has its own.
        assert bool(check.get("test")) is not (once or name in ("gate", "mail")), name


def test_only_the_gate_publishes_ports(model: dict[str, Any]) -> None:
    published = {name: service["ports"] for name, service in model.items() if service.get("ports")}
    assert set(published) == {"gate", "prometheus", "support-inbox"}
    for name in ("prometheus", "support-inbox"):
        assert [port["host_ip"] for port in published[name]] == ["127.0.0.1"]
    assert [(port["target"], port["published"]) for port in published["gate"]] == [(8080, "443"), (8088, "80")]


def test_images_are_pinned(model: dict[str, Any], env: Path) -> None:
    version = settings.read(env.read_text())["STAFFROOM_VERSION"]
    for name, service in model.items():
        tag = service["image"].rpartition(":")[2]
        assert re.match(r"v?\d+\.\d+" if name in EXTERNAL else re.escape(version), tag), f"{name}: {service['image']}"


def test_area_can_run_its_own_version(env: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.env"
    more.write_text(f"{env.read_text()}STAFFROOM_TEACHING_VERSION=9.9.9.1\n")
    images = {name: service["image"] for name, service in compose.load(more, PROFILES)["services"].items()}
    newer = {name for name, image in images.items() if image.endswith(":9.9.9.1")}
    assert newer == {f"teaching{process}" for process in ("", "-migrate", "-events", "-worker", "-remote")}
    assert images["teaching-remote"] == "staffroom/teaching-remote:9.9.9.1"


def test_the_gateway_finds_every_remote(model: dict[str, Any]) -> None:
    areas = model["gateway"]["environment"]["REMOTES"].split(",")
    assert areas == list(SERVICES) and {f"{area}-remote" for area in areas} <= set(model)


def test_a_service_finds_what_it_needs(model: dict[str, Any]) -> None:
    for name in SERVICES:
        env = model[name]["environment"]
        assert f"staffroom_{name}:" in env["STAFFROOM_DATABASE_URL"] and f"//{name}:" in env["STAFFROOM_NATS_URL"]
        assert set(model[name]["depends_on"]) == {"postgres", "nats", "valkey", f"{name}-migrate"}
        assert set(model[f"{name}-migrate"]["depends_on"]) == {"postgres"}


def test_the_database_has_connections_for_every_process(model: dict[str, Any]) -> None:
    """docs/kubernetes.md, Connections to PostgreSQL: two pools, each at most twice its size, and at most four more
    connections."""
    (most,) = [part.partition("=")[2] for part in model["postgres"]["command"] if "max_connections" in part]
    names = [
        name
        for name, service in model.items()
        if "STAFFROOM_DATABASE_POOL" in (service.get("environment") or {}) and not name.endswith("-migrate")
    ]
    pools = [int(model[name]["environment"]["STAFFROOM_DATABASE_POOL"]) for name in names]
    assert len(pools) == 3 * len(SERVICES) + 4
    assert sum(2 * (size + min(size, 4)) + 1 for size in pools) + 20 <= int(most)


PAGE = "file:///tmp/0f3b6f6e-8f7c-4a55-a3d0-1c8f3f6f2f10/9c6c310e-b530-4120-820c-d239dae9df3a/"


@pytest.mark.parametrize("name", ["gotenberg", "gotenberg-people"])
def test_gotenberg_opens_only_its_own_page(model: dict[str, Any], name: str) -> None:
    (rule,) = [part.partition("=")[2] for part in model[name]["command"] if "deny-list" in part]
    assert "," not in rule  # the option is a list of rules
    denied = re.compile(rule)
    for allowed in (f"{PAGE}index.html", "data:image/png;base64,AAAA"):
        assert not denied.match(allowed), allowed
    for refused in (
        "file:///etc/passwd",
        "file:///tmp/",
        PAGE,
        PAGE.removesuffix("/"),
        "http://identity:8000/",
        "https://example.org/",
        "ftp://example.org/",
        "file:///proc/self/environ",
        f"{PAGE}../../x/index.html",
    ):
        assert denied.match(refused), refused


def test_bucket_uses_the_keys_of_the_settings(env: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.env"
    more.write_text(f"{env.read_text()}AWS_ACCESS_KEY_ID=ours\nAWS_REGION=eu-west-2\n")
    services = compose.load(more, PROFILES)["services"]
    for name in ("files", "files-worker", "backup", "restore"):
        wanted = services[name]["environment"]
        assert (wanted["AWS_ACCESS_KEY_ID"], wanted["AWS_REGION"]) == ("ours", "eu-west-2"), name
        assert not wanted.get("AWS_ENDPOINT_URL"), name
    assert "AWS_ACCESS_KEY_ID" not in services["people"]["environment"]


def test_backups_have_their_role_and_place(model: dict[str, Any]) -> None:
    env = model["backup"]["environment"]
    assert env["STAFFROOM_BACKUP_RECIPIENT"].startswith("age1")
    assert env["STAFFROOM_BACKUP_DATABASE_URL"].startswith("postgresql://backup:")
    objects = next(mount for mount in model["backup"]["volumes"] if mount["target"] == "/var/lib/staffroom/objects")
    assert objects["read_only"] is True
