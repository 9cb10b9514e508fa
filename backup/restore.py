"""Restore: a backup and the WAL after it, into a folder that appears only when it is complete.

- `<into>/data`: PostgreSQL's data folder, stopped and ready to start
- `<into>/objects`: the objects, unless they go into a store
- `<into>/secrets`: the secret files of the backup
- `<into>/restored.json`: the restored point in time, and for each service the number to which its stream must be
  republished (`python -m kit restream <service> --to N`)
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import IO

from backup import after, base, manifest, objects, segments, wal
from backup.failures import CONFIG, DATA, FULL, Failure, of_target
from backup.manifest import Manifest
from backup.programs import program
from backup.recovery import Owner, TargetNotReached, server
from backup.sealing import opens, unseal
from backup.settings import Settings
from backup.store import Store

SEGMENT = 16 << 20


def restore(
    settings: Settings,
    name: str,
    at: datetime | None,
    into: Path,
    owner: Owner,
    say: Callable[[str], None],
    *,
    accept_missing: bool = False,
) -> dict[str, object]:
    """Restore the newest state (`latest`), that of a backup, or that at the time `at`. Returns the content of
    `restored.json`.

    Raises:
        Failure: `into` does not exist then. Objects missing from the target are a failure unless they are accepted.
    """
    target = Store(settings.to)
    identities = settings.identities
    _check_place(into)
    planned = plan(target, name, at)
    _check_room(into.parent, planned)
    chosen, wanted, whole, until = planned.chosen, planned.wanted, planned.whole, planned.until
    draft = into.with_name(into.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        _make(draft, owner)
        say(f"backup {chosen.name}: databases")
        extract(settings, target, chosen.path(base.BASE), draft / "data", owner)
        _verify(draft / "data", owner)
        folder = draft / "wal"
        for one in (*wanted, *planned.histories):
            with target.reading(one.path) as source, (folder / one.base).open("wb") as sink:
                unseal(source, sink, identities, one.path)
        _give(folder, owner)
        say(f"recovery with {len(wanted)} segments of WAL")
        recover = partial(
            _recover, settings, target, chosen, draft, until=until, owner=owner, say=say, accept_missing=accept_missing
        )
        try:
            done = recover(folder if wanted else None, at)
        except TargetNotReached:
            if not whole:
                raise Failure(
                    DATA, "WAL before that moment is lost: choose an earlier one, or a later backup."
                ) from None
            # Nothing was committed after that time, so the end of the log is its state.
            done = recover(folder, None) | {"moment": at}
        if not whole:
            say("WAL behind it is lost: this is the newest state that can be restored from this backup")
        if any(piece.name == base.SECRETS for piece in chosen.pieces):
            extract(settings, target, chosen.path(base.SECRETS), draft / "secrets", owner)
        shutil.rmtree(folder)
        (draft / "restored.json").write_text(json.dumps(done, indent=1, default=str))
        draft.rename(into)
    except OSError as error:
        raise of_target(error, str(into)) from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return done


@dataclass(frozen=True)
class Plan:
    """A restore that the target can serve: the backup, the WAL after it up to the first gap, the timeline histories,
    whether there is no gap, and the time up to which WAL exists."""

    chosen: Manifest
    wanted: list[segments.Segment]
    histories: list[segments.Segment]
    whole: bool
    until: datetime | None


def plan(target: Store, name: str, at: datetime | None) -> Plan:
    """Find the backup and the WAL to restore from. Raises Failure if none reaches the requested time."""
    chosen = choose(target, name, at)
    known, histories = segments.stored(target, chosen.system) if at or name == "latest" else ([], [])
    wanted, whole = needed(chosen, known)
    until = wal.newest(target, chosen.system)
    if at is not None and (until is None or at > until):
        reach = f"{until:%Y-%m-%d %H:%M:%S} UTC" if until else f"the end of backup {chosen.name}"
        raise Failure(DATA, f"The backup reaches to {reach}: choose a moment before it.")
    if at is not None:
        _refuse_left(target, chosen, at)
    return Plan(chosen, wanted, histories, whole, until)


def _refuse_left(target: Store, chosen: Manifest, at: datetime) -> None:
    for fork in segments.forks(target, chosen.system):
        if chosen.timeline < fork.timeline and fork.left < at < fork.begun:
            between = f"{fork.left:%Y-%m-%d %H:%M:%S} and {fork.begun:%H:%M:%S} UTC"
            raise Failure(DATA, f"What was between {between} was left by a restore: choose another moment.")


def check(settings: Settings, name: str, at: datetime | None, into: Path) -> str:
    """Check that `restore` can start: folder, backup, time, key and free space. Returns the name of the backup; raises
    Failure. Damage shows only when the backup is read."""
    target = Store(settings.to)
    _check_place(into)
    planned = plan(target, name, at)
    piece = planned.chosen.path(base.BASE)
    with _reading(target, piece) as source:
        opens(source, settings.identities, piece)
    _check_room(into.parent, planned)
    return planned.chosen.name


def choose(target: Store, name: str, at: datetime | None) -> Manifest:
    """Return the backup to start from. Raises Failure."""
    if at is None or name != "latest":
        backup = manifest.find(target, name)
        if at is not None and backup.ended > at:
            raise Failure(DATA, f"Backup {name} is of {backup.ended:%Y-%m-%d %H:%M:%S} UTC: give a later moment.")
        return backup
    known = [one for one in manifest.find_all(target) if one.ended <= at]
    if not known:
        first = manifest.find_all(target)[:1]
        begin = f"the first is of {first[0].ended:%Y-%m-%d %H:%M:%S} UTC" if first else "there is none"
        raise Failure(DATA, f"No backup is older than that moment: {begin}.")
    return known[-1]


def needed(chosen: Manifest, known: Sequence[segments.Segment]) -> tuple[list[segments.Segment], bool]:
    """Return the segments after the backup up to the first gap, and whether there is none. A backup contains its own
    segments."""
    first = segments.number(chosen.first_wal)
    wanted = [one for one in known if one.number >= first]
    reach = segments.reach(chosen, wanted)
    return [one for one in wanted if one.number <= reach], all(one.number <= reach for one in wanted)


@contextlib.contextmanager
def _reading(target: Store, piece: str) -> Iterator[IO[bytes]]:
    """Open a piece of a backup for reading. Raises Failure if it is missing."""
    try:
        with target.reading(piece) as source:
            yield source
    except FileNotFoundError:
        raise Failure(DATA, f"{piece} is missing in {target.url}.") from None


def extract(settings: Settings, target: Store, piece: str, into: Path, owner: Owner) -> None:
    """Unpack a sealed archive. Raises Failure, OSError."""
    command = ["tar", "-x", "-p", "-f", "-", "-C", str(into)]
    tar = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/", **owner.options())
    assert tar.stdin is not None
    assert tar.stderr is not None
    try:
        with _reading(target, piece) as source, tar.stdin:
            unseal(source, tar.stdin, settings.identities, piece)
    except BrokenPipeError:
        pass  # tar prints the reason
    finally:
        with contextlib.suppress(BrokenPipeError):
            tar.stdin.close()  # otherwise tar waits for the rest of a missing piece
        error = tar.stderr.read().decode(errors="replace").strip()
        code = tar.wait()
    if code:
        raise Failure(FULL if "No space" in error else DATA, f"{piece} could not be unpacked: {error[-300:]}")


def _make(draft: Path, owner: Owner) -> None:
    for folder in (draft, draft / "data", draft / "wal", draft / "secrets"):
        folder.mkdir(mode=0o711 if folder == draft else 0o700, parents=folder == draft)
        _give(folder, owner)


def _give(folder: Path, owner: Owner) -> None:
    if os.geteuid() == 0:
        for path in (folder, *folder.iterdir()):
            os.chown(path, owner.uid, owner.uid)


def _verify(data: Path, owner: Owner) -> None:
    """Check each file against PostgreSQL's own manifest of the backup."""
    command = [program("pg_verifybackup"), "-n", "-q", str(data)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **owner.options())
    if done.returncode:
        raise Failure(DATA, f"The restored files differ from the backup: {done.stderr.strip()[-300:]}")


def _recover(
    settings: Settings,
    target: Store,
    chosen: Manifest,
    draft: Path,
    folder: Path | None,
    at: datetime | None,
    until: datetime | None,
    owner: Owner,
    say: Callable[[str], None],
    accept_missing: bool,
) -> dict[str, object]:
    """Recover, then run the steps that need a running server. Raises TargetNotReached, Failure."""
    with server(draft / "data", folder, at, chosen.superuser, owner) as connection:
        addresses = after.databases(connection)
        keys = after.object_keys(addresses)
        say(f"{len(keys)} objects")
        store = Store(settings.storage_url or (draft / "objects").as_uri())
        missing = objects.restore(target, keys, store, settings.identities, say, accept_missing=accept_missing)
        moment = (at or until) if folder else chosen.ended
        return {
            "backup": chosen.name,
            "moment": moment,
            "streams": after.positions(addresses),
            "sessions_ended": after.end_sessions(addresses),
            "objects": len(keys),
            "objects_missing": missing,
        }


def _check_place(into: Path) -> None:
    if into.exists():
        raise Failure(CONFIG, f"{into} exists: give a folder that does not, so that nothing is overwritten.")
    if not into.parent.is_dir():
        raise Failure(CONFIG, f"{into.parent} does not exist: make the folder first.")


def _check_room(place: Path, planned: Plan) -> None:
    wanted = sum(piece.plain for piece in planned.chosen.pieces) + len(planned.wanted) * SEGMENT
    free = shutil.disk_usage(place).free
    if free < wanted:
        raise Failure(FULL, f"{place} has {free >> 20} MB free, {wanted >> 20} are needed: free some space.")
