"""`python -m deploy restore`: docker-compose goes back to a backup.

The place, backup, timestamp, key and free space are checked while the system runs. Then its containers stop, except the
gate, which answers 503. The container `restore` replaces the databases, and the containers start again.
"""

import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from deploy.docker import answer, check, compose, settings
from deploy.settings import BACKUP_KEY, SECRETS, SIGNING_KEY, write
from devstack.layout import ROOT, Trouble

_STORES = ("postgres", "nats", "valkey")
_START = ("up", "--detach", "--wait")


def restore(
    source: str = "", at: str = "", key: str = "", *, name: str = "", accept_missing: bool = False, folder: Path = ROOT
) -> None:
    """Replace the databases, objects and streams of the installation in `folder` by a backup.

    `source` is a folder or an S3 address; if empty, the place where the container `backup` writes. `at` is a timestamp,
    else that of the backup `name`, else the last state; `key` is the file of the private key, else that of the
    installation.

    Raises:
        Trouble: says whether anything was changed, and how to go on.
    """
    settings(folder)
    path = Path(key).absolute() if key else folder / SECRETS / BACKUP_KEY
    if not path.is_file():
        raise Trouble(f"There is no key at {path}: name the file of the private key by --key.")
    chosen = [
        "restore",
        name or "latest",
        *(["--at", at] if at else []),
        *(["--accept-missing"] if accept_missing else []),
    ]
    run = ["run", "--rm", "--no-deps", "-T", "--volume", f"{path}:/key:ro", *_place(source), *chosen]
    check()
    # For a new machine: a volume takes its owner from the first image that mounts it.
    compose(folder, ["create", "--no-recreate"], "The containers could not be made")
    compose(folder, [*run, "--check"], "Nothing was changed")
    running = answer(folder, ["ps", "--services", "--status", "running"], "Docker does not say what runs").split()
    try:
        if running:
            compose(folder, ["stop", *(one for one in running if one != "gate")], "Not every container stopped")
        done = json.loads(answer(folder, run, "Nothing was changed"))
    except (Trouble, KeyboardInterrupt):
        if running:  # a new machine's empty installation would back itself up to the same place
            compose(folder, _START, "The system did not come up again")
        raise
    print(f"The state of {done['moment']} is in place; its streams are rebuilt.", flush=True)
    _new_signing_key(folder)
    _rebuild(folder, done["streams"])
    compose(folder, _START, "Not every container came up: see `docker compose ps` and its logs")
    print("Restored. Users must sign in again. The old databases are in the volume postgres, as 18/docker.replaced.")


def _place(source: str) -> list[str]:
    """Return the options for a place of backups other than the installation's own."""
    if not source:
        return []
    if "://" in source:
        return ["--env", f"STAFFROOM_BACKUP_TO={source}"]
    path = Path(source).absolute()
    if not path.is_dir():
        raise Trouble(f"There is no folder {path}.")
    return ["--volume", f"{path}:/from:ro", "--env", "STAFFROOM_BACKUP_TO=file:///from"]


def _new_signing_key(folder: Path) -> None:
    """Replace the signing key: issued tokens become invalid, as all sessions are."""
    (folder / SECRETS / SIGNING_KEY).unlink(missing_ok=True)
    write(folder, {})


def _rebuild(folder: Path, streams: dict[str, int]) -> None:
    """Set the passwords of `.env`, migrate the tables and rebuild the streams, before any service runs."""
    step = partial(_step, folder)
    step([*_START, *_STORES])
    step(["exec", "-T", "postgres", "sh", "/passwords.sh"])
    for service, sequence in sorted(streams.items()):
        once = ["run", "--rm", "--no-deps", "-T"]
        step([*once, f"{service}-migrate"])
        again = "--anew"  # allow words-of-a-manual: the flag of restream
        step([*once, f"{service}-events", "restream", service, again, "--to", str(sequence)])


def _step(folder: Path, arguments: Sequence[str]) -> None:
    compose(folder, arguments, "The databases are restored, a step behind failed; mend it and restore again")
