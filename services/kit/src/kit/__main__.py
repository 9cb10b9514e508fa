"""`python -m kit <command> <service>`: every process and every chore of a service (`docs/operations.md`)."""

from __future__ import annotations

import argparse
import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from kit import context
from kit.settings import settings


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kit", description="The processes and chores of a service.")
    commands = parser.add_subparsers(dest="command", required=True)

    def add(name: str, purpose: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=purpose, description=purpose)
        command.add_argument("service", help="identity, people, ..., or a process of its own: finance.pay")
        return command

    add("web", "serve HTTP and gRPC")
    add("events", "publish the outbox, run the subscriptions, requeue stuck jobs, start scheduled ones")
    add("worker", "run jobs")
    add("migrate", "bring the database to the newest version")
    add("migrated", "wait until the database has the newest version")
    add("revision", "write the migration from the database to the declared tables").add_argument("message")
    add("functions", "rewrite migrations/sql: the functions and triggers of the migrated database")
    add("openapi", "print the OpenAPI document")
    replay = add("replay", "let the consumer read a subject again, from the beginning or from a moment")
    replay.add_argument("subject", help="for example people.person.changed")
    replay.add_argument("--since", type=datetime.fromisoformat, help="for example 2026-11-01T00:00:00+00:00")
    restream = add("restream", "rebuild the stream from the database, with the same sequence numbers")
    restream.add_argument("--to", type=int, default=0, metavar="N", help="the highest position of a subscriber")
    again = "--anew"  # allow words-of-a-manual: the chart passes this flag
    restream.add_argument(again, dest="recreate", action="store_true", help="delete the stream first")
    dead_letters = add("dead-letters", "list the events that failed, deliver one again, or drop it")
    dead_letters.add_argument("--deliver", type=UUID, metavar="EVENT", help="run the handler for this event now")
    dead_letters.add_argument(
        "--deliver-all", action="store_true", help="run the handlers for all of them, oldest first"
    )
    dead_letters.add_argument("--drop", type=UUID, metavar="EVENT", help="drop this event")
    _add_new(commands.add_parser("new", help="write the skeleton of a list, a module or a service").add_subparsers)
    return parser


def _add_new(add_subparsers: Any) -> None:
    kinds = add_subparsers(dest="kind", required=True)
    module = kinds.add_parser("module", help="a kind of record: attributes, table, field set, list")
    one_list = kinds.add_parser("list", help="a list of the rows of a table that is there")
    service = kinds.add_parser("service", help="a service, its route table, its area on the page")
    for parser in (module, one_list):
        parser.add_argument("service")
        parser.add_argument("module", help="for example equipment")
    module.add_argument("--record", required=True, help="one of them, for example device")
    module.add_argument("--path", help="of the call, by default the module's name")
    one_list.add_argument("name", help="of the list and its call, for example broken-devices")
    one_list.add_argument("--table", required=True, help="a table of the module's model.py")
    one_list.add_argument("--column", default="title", help="a column of text that it shows")
    service.add_argument("service")
    service.add_argument("purpose", help="a line of README")


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return the exit code."""
    given = _parser().parse_args(arguments)
    if given.command == "new":
        return _new(given)
    context.set_service(given.service.partition(".")[0])
    if given.command == "web" and settings().http_workers > 1:
        from kit.processes.workers import count_together

        count_together()  # before anything imports telemetry
    from kit.processes.web import run_web, service_of
    from kit.telemetry import log

    if given.command == "web":
        log.configure(given.service, settings().log_level)
        run_web(given.service)
        return 0
    service = service_of(given.service)
    if given.command == "openapi":
        print(json.dumps(service.http_app().openapi(), indent=2, sort_keys=True))
        return 0
    log.configure(given.service, settings().log_level)
    return _run(given, service)


def _new(given: argparse.Namespace) -> int:
    from kit import scaffold

    root = Path.cwd()
    try:
        if given.kind == "module":
            path = given.path or given.module
            paths, steps = scaffold.new_module(root, given.service, given.module, given.record, path)
        elif given.kind == "list":
            paths, steps = scaffold.new_list(root, given.service, given.module, given.name, given.table, given.column)
        else:
            paths, steps = scaffold.new_service(root, given.service, given.purpose)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    scaffold.tidy(root, paths)
    for path in paths:
        print(path.relative_to(root))
    print("Left to do:", *steps, sep="\n  ")
    return 0


def _run(arguments: argparse.Namespace, service: Any) -> int:
    # Imported where they are used: a web process needs none of them, a command only its own.
    if arguments.command == "events":
        from kit import kinds
        from kit.processes.events import run_events
        from kit.telemetry import start_tracing

        start_tracing(arguments.service)
        run_events(arguments.service, list(service.subscriptions), service.schedules, lambda: kinds.declare(service))
    elif arguments.command == "worker":
        from kit.jobs.worker import run_worker
        from kit.telemetry import start_tracing

        start_tracing(arguments.service)
        run_worker(arguments.service, list(service.jobs))
    elif arguments.command == "migrate":
        from kit import kinds
        from kit.database import migrate

        migrate.upgrade(arguments.service, service.metadata)
        kinds.declare(service)
    elif arguments.command == "migrated":
        from kit.database import migrate

        migrate.wait(arguments.service, service.metadata)
    elif arguments.command == "revision":
        from kit import scaffold
        from kit.database import migrate

        path = migrate.revision(arguments.service, service.metadata, arguments.message)
        scaffold.tidy(Path.cwd(), [path])
        print(path)
    elif arguments.command == "functions":
        from kit.database import functions

        for path in functions.write(arguments.service):
            print(path)
    elif arguments.command == "replay":
        from kit.events.replay import replay

        sequence = replay(arguments.service, arguments.subject, arguments.since)
        print(f"{arguments.service} reads {arguments.subject} again, after event {sequence} of the stream")
    elif arguments.command == "restream":
        return _restream(arguments)
    elif arguments.command == "dead-letters":
        return _dead_letters(arguments, service)
    return 0


def _restream(arguments: argparse.Namespace) -> int:
    from kit.events import restream

    try:
        last = restream.restream(arguments.service, arguments.to, recreate=arguments.recreate)
    except (restream.Busy, restream.StreamDiffers) as refusal:
        print(refusal, file=sys.stderr)
        return 1
    print(f"the stream of {arguments.service} ends with message {last}")
    return 0


def _dead_letters(arguments: argparse.Namespace, service: Any) -> int:
    from kit.events import dead_letters

    if arguments.drop:
        return 0 if dead_letters.drop(arguments.service, arguments.drop) else 1
    event_ids = [arguments.deliver] if arguments.deliver else [row["event_id"] for row in dead_letters.find_all()]
    if not arguments.deliver and not arguments.deliver_all:
        dead = dead_letters.find_all()
        if not dead:
            print(f"No event that {arguments.service} reads has failed.")
        for row in dead:
            print(f"{row['event_id']}  {row['parked']:%Y-%m-%d %H:%M}  {row['subject']} {row['key']}  {row['error']}")
        return 0
    failed = 0
    for event_id in event_ids:
        try:
            dead_letters.deliver(arguments.service, list(service.subscriptions), event_id)
            print(f"{event_id}  delivered")
        except Exception as error:  # a handler may raise anything; the dead letter stays
            failed += 1
            print(f"{event_id}  failed again: {error}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
