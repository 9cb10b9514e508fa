"""Backup and restore of an instance (`make backup`, `make restore`), by the package `backup`."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from devstack import prepare
from devstack.layout import ROOT, Instance, Trouble, make_state
from devstack.run import chores, control, leftovers, migrate
from devstack.stack import environment, keys, postgres
from devstack.stack.backups import greeting, settings

REPLACED = "replaced"
"""Folder of the state for the data that a restore has replaced, until the next restore."""
_DATA = ("postgres", "nats", "valkey", "objects", "secrets.json", "signing_key.pem")


class NothingChanged(Trouble):
    """A restore ended before it replaced anything; `is_stopped` when the instance was stopped for it."""

    def __init__(self, text: str, *, is_stopped: bool = False) -> None:
        super().__init__(text)
        self.is_stopped = is_stopped


def backup(instance: Instance, to: str) -> None:
    """Make a backup of a running instance.

    Raises:
        Trouble: it does not run, or the backup failed.
    """
    if not leftovers.supervisor(instance):
        raise Trouble("Nothing is running; `make up` starts it.")
    if not postgres.databases_done(instance):  # an older release started it, without a role for backups
        postgres.create_databases(instance)
    env = settings(instance, to)
    if code := _run(instance, ["once"], env):
        raise Trouble(f"The backup was not made (exit code {code}).")
    control.say(greeting(instance, to))


def restore(
    instance: Instance, source: str, at: str, key: str, *, name: str = "", accept_missing: bool = False
) -> None:
    """Replace databases, objects, secrets and streams of an instance by those of a backup, and leave it stopped.

    `key` is the file of the age key, the instance's own when empty; `name` is a backup, whose time is restored without
    `at`. Place, backup, time, key and room are checked while the instance still runs.

    Raises:
        NothingChanged: the restore was refused, or the backup is damaged.
        Trouble: the new state is in place, and its streams could not be rebuilt.
    """
    if not source:
        raise NothingChanged("make restore FROM=folder: name the folder or address of the backups.")
    if key and not Path(key).is_file():
        raise NothingChanged(f"There is no key at {key}.")
    prepare.proto()  # migrations import the generated code, which a fresh clone lacks
    make_state(instance)
    into = instance.state / "restored"
    shutil.rmtree(into, ignore_errors=True)
    env = settings(instance, source) | ({"STAFFROOM_BACKUP_IDENTITY": str(Path(key).absolute())} if key else {})
    if env["STAFFROOM_STORAGE_URL"] == (instance.state / "objects").as_uri():
        env["STAFFROOM_STORAGE_URL"] = ""  # into the new folder, not over the old one
    chosen = [*(["--at", at] if at else []), *(["--accept-missing"] if accept_missing else [])]
    owner = str(postgres.user() if postgres.user() is not None else os.geteuid())
    command = ["restore", name or "latest", *chosen, "--into", str(into), "--owner", owner]
    if code := _run(instance, [*command, "--check"], env):
        raise NothingChanged(f"Nothing was changed (exit code {code}).")
    control.down(instance, quiet=True)
    if code := _run(instance, command, env):
        raise NothingChanged(f"Nothing was changed (exit code {code}).", is_stopped=True)
    done = json.loads((into / "restored.json").read_text())
    _swap(instance, into)
    if key:
        keys.add_backup_key(instance, Path(key))
    _rebuild(instance, done["streams"])
    control.say(f"Restored: the state of {done['moment']}. Everybody signs in again.")
    control.say(f"The state before is in {instance.state / REPLACED}: remove it when all is well.")


def _swap(instance: Instance, into: Path) -> None:
    """Swap the old state for the restored one. Both are on one disk, so each step is a rename."""
    aside = instance.state / REPLACED
    shutil.rmtree(aside, ignore_errors=True)
    aside.mkdir(mode=0o700)
    for name in _DATA:
        if (instance.state / name).exists():
            (instance.state / name).rename(aside / name)
    home = postgres.data(instance).parent
    home.mkdir(mode=0o700)
    if (uid := postgres.user()) is not None:
        os.chown(home, uid, uid)
    (into / "data").rename(postgres.data(instance))
    if (into / "objects").exists():
        (into / "objects").rename(instance.state / "objects")
    secrets = into / "secrets" / "secrets.json"
    if secrets.exists():
        keys.write_private(instance.state / "secrets.json", secrets.read_text())
    else:
        shutil.copy2(aside / "secrets.json", instance.state / "secrets.json")
    # Without its key, a new one signs tokens: issued tokens are void, as all sessions are.
    shutil.rmtree(into)


def _rebuild(instance: Instance, streams: dict[str, int]) -> None:
    """Rebuild the streams from the databases, before any service runs."""
    if control.start(instance, ["postgres", "nats"]):
        control.await_ready(instance)
    try:
        migrate.every(instance)
        for service, sequence in sorted(streams.items()):
            command = ["restream", service, "--to", str(sequence)]
            control.say(chores.output(instance, command, "A stream could not be rebuilt").strip().splitlines()[-1])
    finally:
        control.down(instance, quiet=True)


def _run(instance: Instance, arguments: list[str], env: dict[str, str]) -> int:
    """Run `python -m backup`, which reports on the error output. Returns the exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "backup", *arguments],
        cwd=ROOT,
        check=False,
        stdout=sys.stderr,
        env=environment.process(instance, environment.instance_env(instance) | env),
    )
    return done.returncode
