"""The restore of docker-compose: a refusal stops nothing, and stopped containers are started again."""

from pathlib import Path

import pytest
import yaml

from deploy import restore
from deploy.settings import BACKUP_KEY, SECRETS, SIGNING_KEY
from deploy.tests.conftest import Docker, asked
from devstack.layout import ROOT, Trouble


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """The private key of the installation."""
    import pyrage

    path = tmp_path / SECRETS / BACKUP_KEY
    path.parent.mkdir()
    path.write_text(f"{pyrage.x25519.Identity.generate()}\n")
    return path


def run(key: Path, *options: str) -> str:
    return " ".join(["run --rm --no-deps -T --volume", f"{key}:/key:ro", *options, "restore latest"])


def test_the_steps_of_a_restore(docker: Docker, tmp_path: Path, key: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = docker()
    (key.parent / SIGNING_KEY).write_text("the old one")
    restore.restore(folder=tmp_path, at="2026-11-25T10:00Z")
    assert asked(log) == [
        "create --no-recreate",
        f"{run(key)} --at 2026-11-25T10:00Z --check",
        "ps --services --status running",
        "stop gateway people postgres",
        f"{run(key)} --at 2026-11-25T10:00Z",
        "up --detach --wait postgres nats valkey",
        "exec -T postgres sh /passwords.sh",
        "run --rm --no-deps -T files-migrate",
        "run --rm --no-deps -T files-events restream files --anew --to 3",  # allow words-of-a-manual: its own flag
        "run --rm --no-deps -T people-migrate",
        "run --rm --no-deps -T people-events restream people --anew --to 17",  # allow words-of-a-manual: its own flag
        "up --detach --wait",
    ]
    assert "PRIVATE KEY" in (key.parent / SIGNING_KEY).read_text(), "tokens that were given out are void"
    assert "The state of 2026-11-25 10:00:00+00:00" in capsys.readouterr().out


def test_restore_passes_the_name_of_the_backup(docker: Docker, tmp_path: Path, key: Path) -> None:
    log = docker("--check")
    with pytest.raises(Trouble, match="Nothing was changed"):
        restore.restore(folder=tmp_path, name="2026-11-25T023000Z")
    assert asked(log)[-1].endswith("restore 2026-11-25T023000Z --check")


def test_refused_restore_stops_nothing(docker: Docker, tmp_path: Path, key: Path) -> None:
    log = docker("--check")
    with pytest.raises(Trouble, match="Nothing was changed"):
        restore.restore(folder=tmp_path)
    assert asked(log) == ["create --no-recreate", f"{run(key)} --check"]


def test_containers_are_started_again_if_one_does_not_stop(docker: Docker, tmp_path: Path, key: Path) -> None:
    log = docker("compose\\ stop")
    with pytest.raises(Trouble, match="Not every container stopped"):
        restore.restore(folder=tmp_path)
    assert asked(log)[-2:] == ["stop gateway people postgres", "up --detach --wait"]


def test_stopped_containers_are_not_started(
    docker: Docker, tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty installation on a new machine would make a backup of itself, the latest of that place."""
    monkeypatch.setenv("RUNNING", "none")
    log = docker("restore\\ latest\\ --at\\ 2026-11-25T10:00Z")
    program = tmp_path / "bin" / "docker"
    program.write_text(program.read_text().replace('case "$*" in *restore', 'case "$*" in *--check) ;; *restore'))
    with pytest.raises(Trouble, match="Nothing was changed"):
        restore.restore(folder=tmp_path, at="2026-11-25T10:00Z")
    assert not [line for line in asked(log) if line.startswith(("stop", "up"))]


def test_damage_detected_while_reading_starts_the_system_again(docker: Docker, tmp_path: Path, key: Path) -> None:
    log = docker("restore\\ latest\\ --at\\ 2026-11-25T10:00Z")
    program = tmp_path / "bin" / "docker"
    # The check passes, the restore does not.
    program.write_text(program.read_text().replace('case "$*" in *restore', 'case "$*" in *--check) ;; *restore'))
    (key.parent / SIGNING_KEY).write_text("kept")
    with pytest.raises(Trouble, match="Nothing was changed"):
        restore.restore(folder=tmp_path, at="2026-11-25T10:00Z")
    assert asked(log)[-1] == "up --detach --wait"
    assert not [line for line in asked(log) if "restream" in line]
    assert (key.parent / SIGNING_KEY).read_text() == "kept"


def test_failure_of_a_later_step_says_that_the_databases_are_restored(
    docker: Docker, tmp_path: Path, key: Path
) -> None:
    docker("restream")
    with pytest.raises(Trouble, match="The databases are restored, a step behind failed"):
        restore.restore(folder=tmp_path)


def test_backups_from_elsewhere(docker: Docker, tmp_path: Path, key: Path) -> None:
    log = docker("--check")
    other = tmp_path / "usb.agekey"
    other.write_text(key.read_text())
    for source, options in (
        (str(tmp_path), ("--volume", f"{tmp_path}:/from:ro", "--env", "STAFFROOM_BACKUP_TO=file:///from")),
        ("s3://bucket/office", ("--env", "STAFFROOM_BACKUP_TO=s3://bucket/office")),
    ):
        with pytest.raises(Trouble, match="Nothing was changed"):
            restore.restore(source, key=str(other), accept_missing=True, folder=tmp_path)
        assert asked(log)[-1] == f"{run(other, *options)} --accept-missing --check"


def test_missing_key_folder_or_installation_is_named(docker: Docker, tmp_path: Path) -> None:
    log = docker()
    with pytest.raises(Trouble, match=r"There is no key at .*backup\.agekey"):
        restore.restore(folder=tmp_path)
    (tmp_path / "key").touch()
    with pytest.raises(Trouble, match="There is no folder /nowhere"):
        restore.restore("/nowhere", key=str(tmp_path / "key"), folder=tmp_path)
    (tmp_path / ".env").unlink()
    with pytest.raises(Trouble, match=r"There is no .*\.env"):
        restore.restore(folder=tmp_path)
    assert not log.exists()


def test_container_uses_the_data_folder_of_postgres() -> None:
    """The image of PostgreSQL 18 stores them in `18/docker` of its volume."""
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    major = services["postgres"]["image"].partition(":")[2].partition(".")[0]
    command = services["restore"]["entrypoint"]
    assert command[command.index("--over") + 1] == f"/volumes/postgres/{major}/docker"
    assert command[command.index("--owner") + 1] == services["postgres"]["user"].partition(":")[0]
    mounts = {mount.partition(":")[0]: mount.partition(":")[2] for mount in services["restore"]["volumes"]}
    emptied = [command[place + 1] for place, word in enumerate(command) if word == "--empty"]
    assert emptied == [mounts["nats"], mounts["valkey"]]
    assert services["postgres"]["volumes"][0] == "postgres:/var/lib/postgresql"
