"""`python -m backup once|wal|keep|list|verify|restore|after` (docs/backup.md)."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from datetime import UTC, datetime
from pathlib import Path

from pydantic import ValidationError

from backup.failures import CONFIG, DATA, Failure
from backup.settings import Settings


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a moment: write it as 2026-11-25T10:00Z") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m backup", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("once", help="make a backup now")
    commands.add_parser("wal", help="store the WAL until stopped")
    commands.add_parser("keep", help="store the WAL, and make a backup every day, until stopped")
    commands.add_parser("list", help="the backups, and the moment up to which WAL is there")
    verify = commands.add_parser("verify", help="compare stored files with their hashes; needs no key")
    verify.add_argument("name", nargs="?", default="latest")
    restore = commands.add_parser("restore", help="restore into a new folder, or in place of a stopped server's data")
    restore.add_argument("name", help="a backup, or latest")
    restore.add_argument("--at", type=_moment, help="a moment, for example 2026-11-25T10:00Z")
    place = restore.add_mutually_exclusive_group(required=True)
    place.add_argument("--into", type=Path, metavar="FOLDER", help="a folder that does not exist")
    place.add_argument(
        "--over", type=Path, metavar="DATA", help="PostgreSQL's data folder; DATA.replaced keeps the old"
    )
    restore.add_argument(
        "--empty",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="with --over: empty it too, of NATS and Valkey",
    )
    restore.add_argument("--accept-missing", action="store_true", help="go on without objects that the target has lost")
    restore.add_argument("--owner", type=int, default=os.geteuid(), metavar="UID", help="of the data; never root")
    restore.add_argument("--check", action="store_true", help="only say whether it would begin")
    after = commands.add_parser("after", help="prepare databases that another tool restored, before services start")
    after.add_argument(
        "url", nargs="+", help="of each service's database, or of the database postgres as its superuser"
    )
    return parser


def say(text: str) -> None:
    """Print one line of progress at once."""
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit code is one of sysexits.h."""
    given = _parser().parse_args(arguments)
    try:
        if given.command == "after":
            return _after(given.url)
        return _run(given, Settings())
    except Failure as failure:
        say(str(failure))
        return failure.code
    except ValidationError as error:
        for problem in error.errors():
            name = "_".join(str(part) for part in problem["loc"]).upper()
            say(f"{name if name.startswith('STAFFROOM') else f'STAFFROOM_BACKUP_{name}'}: {problem['msg']}")
        return CONFIG
    except KeyboardInterrupt:
        say("Interrupted; earlier backups are whole.")
        return 130


def _run(given: argparse.Namespace, settings: Settings) -> int:
    from backup import manifest, wal
    from backup.store import Store

    target = Store(settings.to)
    if given.command == "once":
        from backup.base import once

        signal.signal(signal.SIGTERM, _interrupt)
        backup = once(settings, say)
        about = f"{backup.size / 2**20:.1f} MB, {backup.objects} objects"
        print(f"{backup.name}: {about}, moment {backup.ended:%Y-%m-%d %H:%M:%S} UTC")
    elif given.command in ("wal", "keep"):
        from backup import keeping

        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        keeping.run(settings, stop, say, daily=given.command == "keep")
    elif given.command == "list":
        for one in manifest.at_least_one(target):
            until = wal.newest(target, one.system)
            reach = f", WAL to {until:%Y-%m-%d %H:%M:%S}" if until and until > one.ended else ""
            print(f"{one.name}  {one.size / 2**20:9.1f} MB  {one.objects} objects{reach}")
    elif given.command == "verify":
        from backup.verifying import damages

        backup = manifest.find(target, given.name)
        if damaged := damages(target, backup):
            raise Failure(DATA, "\n".join([f"Backup {backup.name} is damaged:", *damaged]))
        print(f"{backup.name} is whole")
    else:
        _restore(given, settings)
    return 0


def _restore(given: argparse.Namespace, settings: Settings) -> None:
    from backup import inplace, restore
    from backup.recovery import Owner

    if given.owner == 0:
        raise Failure(CONFIG, "PostgreSQL refuses root: name the user who runs it by --owner UID")
    if given.empty and not given.over:
        raise Failure(CONFIG, "--empty goes with --over")
    owner, over, into = Owner(given.owner), given.over, given.into
    if given.check and over:
        backup_name = inplace.check(settings, given.name, given.at, over.absolute(), owner, given.empty)
    elif given.check:
        backup_name = restore.check(settings, given.name, given.at, into.absolute())
    if given.check:
        print(f"{backup_name} can be restored")
        return
    signal.signal(signal.SIGTERM, _interrupt)
    chosen, more = (settings, given.name, given.at), {"accept_missing": given.accept_missing}
    if over:
        done = inplace.replace(*chosen, over.absolute(), owner, given.empty, say, **more)
    else:
        done = restore.restore(*chosen, into.absolute(), owner, say, **more)
    print(json.dumps(done, indent=1, default=str))


def _after(urls: list[str]) -> int:
    from backup import after
    from backup.programs import connected

    addresses = after.named(urls)
    if addresses.keys() == {"postgres"}:
        with connected(urls[0]) as connection:
            addresses = after.databases(connection)
    done = {"streams": after.positions(addresses), "sessions_ended": after.end_sessions(addresses)}
    print(json.dumps(done, indent=1))
    return 0


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
