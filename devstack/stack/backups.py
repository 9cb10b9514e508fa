"""The settings of an instance's backups, and the component that makes them continuously (`make up BACKUP=1`)."""

import os
import sys
from pathlib import Path

from devstack.layout import ROOT, Instance
from devstack.stack import environment, keys, postgres
from devstack.stack.component import Component
from devstack.stack.probes import http_ok
from devstack.stamps import digest_of


def target(instance: Instance, chosen: str) -> str:
    """Return the address of the place of backups: the chosen folder or address, else that of continuous backups, else a
    folder next to the instance's state."""
    chosen = chosen or instance.backups or ""
    if "://" in chosen:
        return chosen
    folder = Path(chosen).absolute() if chosen else instance.state.parent / f"{instance.name}-backups"
    return folder.as_uri()


def settings(instance: Instance, to: str) -> dict[str, str]:
    """Return the environment of `python -m backup` for an instance."""
    key = keys.backup_key(instance)
    password = keys.load(instance)["backup"]
    files = ",".join(map(str, (instance.state / "secrets.json", keys.signing_key(instance))))
    given = {name: value for name, value in os.environ.items() if name.startswith("STAFFROOM_BACKUP_")}
    return {
        "STAFFROOM_BACKUP_TO": target(instance, to),
        "STAFFROOM_BACKUP_RECIPIENT": keys.backup_recipients(key),
        "STAFFROOM_BACKUP_IDENTITY": str(key),
        "STAFFROOM_BACKUP_DATABASE_URL": (
            f"postgresql://{postgres.BACKUP}:{password}@127.0.0.1:{instance.port('postgres')}/postgres"
        ),
        "STAFFROOM_BACKUP_FILES": files,
        "STAFFROOM_BACKUP_SPOOL": str(instance.state / "backup-spool"),
        "STAFFROOM_BACKUP_PROGRAMS": str(postgres.binaries(instance)),
        "STAFFROOM_STORAGE_URL": environment.storage_url(instance),
        "STAFFROOM_METRICS_PORT": str(instance.port("backup")),
    } | given


def component(instance: Instance, database: str) -> Component:
    """Return the component `python -m backup keep`, which `make up BACKUP=1` runs after the step `database`."""
    port = instance.port("backup")
    env = settings(instance, instance.backups or "") | {"STAFFROOM_BACKUP_CODE": _code()}
    return Component(
        "backup",
        [sys.executable, "-m", "backup", "keep"],
        needs=(database,),
        ports=(port,),
        cwd=str(ROOT),
        env=env,
        ready=http_ok(port, "/healthz"),
        stop_seconds=30,
    )


def _code() -> str:
    """Return the hash of the backup code, so that an upgrade replaces a process of older code."""
    return digest_of(sorted((ROOT / "backup").glob("*.py")))[:16]


def greeting(instance: Instance, to: str) -> str:
    """Describe the place of the backups and their key."""
    place, key = target(instance, to), keys.backup_key(instance)
    return f"Backups are in {place}\nTheir key is {key}. Keep a copy elsewhere: a backup without its key is lost."
