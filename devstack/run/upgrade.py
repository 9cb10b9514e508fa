"""`make upgrade`: bring a running system to the release of this tree, without a pause where possible.

Checks come first, then a backup, then the migrations, with which the running release works (`kit.database.migrate`),
then the processes one by one (`devstack.run.handover`), then the web. The way back is the same command in the tree of
the release before: its processes run on the newer tables.
"""

import os
import shutil
import time
from pathlib import Path

import psycopg

from devstack import prepare
from devstack.layout import SERVICES, Instance, Trouble
from devstack.run import backups, control, handover, leftovers, lock, migrate
from devstack.stack import environment
from devstack.stack.components import table
from kit.version import VERSION

_UNFINISHED = "select (select count(*) from job where state = 'running'), (select count(*) from dead_letter)"
SECONDS = 900.0
"""Seconds for all processes to be replaced."""


def version_file(instance: Instance) -> Path:
    """Return the file with the version that an instance runs."""
    return instance.state / "version"


def remember(instance: Instance) -> None:
    """Write down the version of this tree."""
    version_file(instance).write_text(VERSION)


def upgrade(instance: Instance) -> None:
    """Bring a running instance to the release of this tree.

    Raises:
        Trouble: the instance does not run completely, there is no room, or a step failed. The system runs on as it
            was; after a failed replacement, with the processes that came up.
    """
    with lock.alone(instance, "make upgrade"):
        begun = time.monotonic()
        # For `make upgrade` BACKUP is this one backup, for `make up` continuous backups.
        wants_backup = os.environ.pop("BACKUP", "1") != "0"
        check(instance)
        if wants_backup:
            backups.backup(instance, os.environ.get("TO", ""))
        prepare.proto()
        migrate.every(instance)
        hand_over(instance)
        prepare.web()
        remember(instance)
        control.say(f"Staffroom runs {VERSION} after {time.monotonic() - begun:.0f} s: {instance.url}")


def check(instance: Instance) -> None:
    """Check an instance before its upgrade, and print both versions and its unfinished jobs.

    Raises:
        Trouble: the instance cannot be upgraded as it is.
    """
    if not leftovers.supervisor(instance):
        raise Trouble("Nothing is running: `make up` starts this release, and migrates as it starts.")
    present = instance.status().get("components", {})
    if late := sorted(name for name, entry in present.items() if entry["state"] not in control.SETTLED):
        raise Trouble(f"Not ready: {', '.join(late)}. Fix that first; `make logs S={late[0]}` says more.")
    wanted = {one.name for one in table(instance) if not one.once}
    have = {name for name, entry in present.items() if not entry["once"]}
    if wanted != have:
        raise Trouble(
            f"This release has other processes than those that run ({', '.join(sorted(wanted ^ have))}): "
            "`make backup`, then `make up`, which stops everything for a minute."
        )
    before = version_file(instance).read_text() if version_file(instance).exists() else "an unknown version"
    control.say(f"From {before} to {VERSION}")
    room(instance)
    control.say(unfinished(instance))


def room(instance: Instance) -> None:
    """Check that a backup and the migrations have room.

    Raises:
        Trouble: less than the size of the databases is free.
    """
    (needed,) = _ask(instance, "postgres", "select sum(pg_database_size(oid))::bigint from pg_database")
    free = shutil.disk_usage(instance.state).free
    if free < needed + control.NEEDED_MB * 2**20:
        raise Trouble(
            f"{free // 2**20} MB are free where {instance.state} lies, and the databases have {needed // 2**20} MB: "
            "free as much again, for the backup and for tables that a migration rewrites."
        )


def unfinished(instance: Instance) -> str:
    """Describe jobs and dead letters in a sentence: jobs of a process that ends go to its successor."""
    jobs = dead_letters = 0
    for service in SERVICES:
        running, dead = _ask(instance, f"staffroom_{service}", _UNFINISHED)
        jobs, dead_letters = jobs + running, dead_letters + dead
    left = f", and {dead_letters} events failed earlier (`python -m kit dead-letters`)" if dead_letters else ""
    return f"{jobs} jobs are running; their workers finish them or hand them on{left}."


def hand_over(instance: Instance) -> None:
    """Replace the processes one by one, and print a line for each.

    Raises:
        Trouble: a process did not come up; its predecessor runs on.
    """
    handover.ask(instance, table(instance))
    printed: set[str] = set()
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        status = instance.status()
        progress = status.get("handover")
        if progress and not (instance.state / "control" / handover.REQUEST).exists():
            for name in progress["replaced"].keys() - printed:
                printed.add(name)
                control.say(f"  {name:<18} replaced in {progress['replaced'][name]:.1f} s")
            if progress["state"] == "failed":
                name = progress["text"].removeprefix("the new ").partition(" ")[0]
                raise Trouble(f"The upgrade stopped: {progress['text']}.\n{control.log_end(instance, name)}")
            if progress["state"] == "done":
                return
        time.sleep(0.1)
    raise Trouble(f"Not all processes were replaced in {SECONDS:.0f} s; `make status` shows how far it came.")


def _ask(instance: Instance, database: str, question: str) -> tuple[int, ...]:
    """Return the row of numbers that a query returns."""
    address = environment.admin_url(instance).rpartition("/")[0]
    with psycopg.connect(f"{address}/{database}") as connection:
        row = connection.execute(question).fetchone()
    assert row is not None
    return row
