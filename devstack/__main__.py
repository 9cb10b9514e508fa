"""Command line of the devstack, which the Makefile calls: `python -m devstack --help`."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from devstack.layout import KEYCLOAK, Instance, Trouble, instance, present_services

ACCOUNTS = (
    "sysadmin accounting cancels finance finance2 finance3 academic exams compliance website techsupport tutorsupport "
    "staff tutor pt student client candidate invigilator agent"
)

PROGRAMS = {"bench": "bench", "demo": "services.demo", "load": "services.demo.load"}
"""Programs of the tree that run against a running instance."""


def up(target: Instance, only: list[str], detach: bool) -> None:
    """Bring everything up, load the demo data, print the address, and stay until Ctrl+C."""
    from devstack import prepare
    from devstack.pdf import libreoffice
    from devstack.run import control, lock, upgrade
    from devstack.stack import backups, keycloak

    took: dict[str, float] = {}

    @contextmanager
    def timed(what: str) -> Iterator[None]:
        begun = time.monotonic()
        yield
        took[what] = time.monotonic() - begun

    with lock.alone(target, "make up"):
        if not only:
            with timed("code and web"):
                prepare.everything(target)
        try:
            with timed("processes"):
                if control.start(target, only):
                    control.say(f"Starting on port {target.base}")
                control.await_ready(target)
            if not only:
                with timed("gateway"):
                    control.await_routes(target, present_services())
                with timed("demo data"):
                    control.demo(target)
                    control.mirror(target)
                upgrade.remember(target)
        except (Trouble, KeyboardInterrupt):
            control.down(target, quiet=True)
            raise
    if only:
        control.say(f'Ready: {", ".join(only)}. Environment: `eval "$(python -m devstack env)"`')
    else:
        steps = ", ".join(f"{what} {seconds:.1f}" for what, seconds in took.items())
        control.say(f"\nStaffroom is ready after {sum(took.values()):.1f} s ({steps}): {target.url}")
        control.say(f"Accounts, password `staffroom`: {ACCOUNTS}")
        if target.sign_in == KEYCLOAK:
            control.say(keycloak.greeting(target))
        if libreoffice.find() is None:
            control.say(libreoffice.HINT)
        if target.backups is not None:
            control.say(backups.greeting(target, target.backups))
    if not detach:
        control.say("Ctrl+C stops everything.")
        control.hold(target)


def keep(target: Instance, command: str, stopped: bool) -> None:
    """Back up an instance, or replace it by a backup and, unless `stopped`, start it."""
    from devstack.run import backups, control, leftovers, lock

    if command == "backup":
        backups.backup(target, os.environ.get("TO", ""))
        return
    ran = bool(leftovers.supervisor(target)) and not stopped
    try:
        with lock.alone(target, "make restore"):
            source, at, key, name = (os.environ.get(each, "") for each in ("FROM", "AT", "KEY", "BACKUP_NAME"))
            accept_missing = os.environ.get("ACCEPT_MISSING", "0") != "0"
            backups.restore(target, source, at, key, name=name, accept_missing=accept_missing)
    except backups.NothingChanged as refusal:
        if ran and refusal.is_stopped:
            control.say(f"{refusal} It starts again as it was.")
            up(target, [], detach=True)
        raise
    if not stopped:
        up(target, [], detach=True)


def parser() -> argparse.ArgumentParser:
    """Make the parser of the commands and their options."""
    root = argparse.ArgumentParser(prog="python -m devstack", description=__doc__)
    commands = root.add_subparsers(dest="command", required=True)
    for name, text in (
        ("up", "start and stay until Ctrl+C"),
        ("supervise", "be the supervisor (used by up)"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("--only", default="", help="comma separated components, with what they need")
        command.add_argument("--detach", action="store_true", default=os.environ.get("DETACH", "") not in ("", "0"))
    for name, text in (
        ("down", "stop everything"),
        ("reset", "stop and empty everything"),
        ("status", "what runs"),
        ("env", "print the environment for tests run by hand"),
        ("proto", "generate code from proto/"),
        ("proto-release", "make the present proto/ the one that buf compares with"),
        ("lock", "write requirements.lock"),
        ("services", "write the parts of files that name every service (services.yml)"),
        ("gateway", "write the gateway's claims and rules from the routes of the services"),
        ("images", "build the container images; NAMES=... for some of them"),
        ("bench", "measure"),
        ("load", "add volume to a running instance"),
        ("demo", "load the demo data into a running instance"),
        ("web", "build the web"),
        ("prometheus", "print the configuration with which Prometheus reads an instance"),
        ("api-types", "make the web's types of what the services answer"),
        ("migrate", "bring the databases of a running instance up to date"),
        ("backup", "make a backup of a running instance (TO)"),
        ("release", "make the release that VERSION names: commit, tag, images, chart, notes"),
        ("upgrade", "bring a running instance to the release of this tree"),
    ):
        commands.add_parser(name, help=text)
    restore = commands.add_parser("restore", help="replace an instance by a backup (FROM, AT, KEY), and start it")
    restore.add_argument("--stopped", action="store_true", help="do not start it")
    revision = commands.add_parser("revision", help="write a service's migration to its declared tables")
    revision.add_argument("service")
    revision.add_argument("message")
    for name, text in (
        ("logs", "follow logs"),
        ("restart", "restart one component"),
        ("renew", "replace a secret"),
    ):
        commands.add_parser(name, help=text).add_argument("name", nargs="?", default="")
    for name, text in (("kit", "run `python -m kit` for a service"), ("deploy", "run `python -m deploy`")):
        commands.add_parser(name, help=text, add_help=False).add_argument("rest", nargs=argparse.REMAINDER)
    test = commands.add_parser("test", help="run the stages of the test suite")
    test.add_argument("--only", default=os.environ.get("ONLY", ""), help="comma separated stages")
    return root


def dispatch(arguments: argparse.Namespace) -> int:
    """Carry out one command. Returns the exit code."""
    from devstack.run import control, lock

    command, target = arguments.command, instance()
    only = [name for name in getattr(arguments, "only", "").split(",") if name]
    if command in ("supervise", "status", "test", "kit", "deploy", "renew"):
        return _answer(command, target, only, arguments)
    if command == "up":
        up(target, only, arguments.detach)
    elif command == "down":
        control.down(target)
    elif command == "reset":
        with lock.alone(target, "make reset"):
            control.reset(target)
    elif command == "logs":
        control.logs(target, arguments.name)
    elif command == "restart":
        control.restart(target, arguments.name)
    elif command == "env":
        print("\n".join(control.environment_lines(target)))
    elif command in PROGRAMS:
        control.run_module(target, PROGRAMS[command])
    elif command in ("migrate", "revision"):
        from devstack.run import migrate

        steps = {
            "migrate": lambda: migrate.every(target),
            "revision": lambda: migrate.revision(target, arguments.service, arguments.message),
        }
        steps[command]()
    else:
        from deploy import images, release
        from devstack import prepare
        from devstack.run import upgrade
        from devstack.stack import scraping
        from devstack.written import owners, services

        steps = {
            "proto": prepare.proto,
            "proto-release": prepare.release,
            "lock": prepare.lock,
            "services": services.write,
            "gateway": owners.write,
            "images": images.build_named,
            "web": prepare.web,
            "prometheus": lambda: scraping.show(target),
            "api-types": prepare.api_types,
            "backup": lambda: keep(target, command, stopped=False),
            "restore": lambda: keep(target, command, arguments.stopped),
            "release": release.release,
            "upgrade": lambda: upgrade.upgrade(target),
        }
        steps[command]()
    return 0


def _answer(command: str, target: Instance, only: list[str], arguments: argparse.Namespace) -> int:
    """Carry out a command that has an exit code of its own."""
    from deploy.__main__ import main as deploy
    from devstack.run import chores, control
    from devstack.stack import keys
    from devstack.suite import testing

    steps: dict[str, Callable[[], int]] = {
        "supervise": lambda: control.supervise(target, only),
        "status": lambda: control.show(target),
        "test": lambda: testing.main(only),
        "kit": lambda: chores.show(target, arguments.rest),
        "deploy": lambda: deploy(arguments.rest),
        "renew": lambda: keys.renew(target, arguments.name),
    }
    return steps[command]()


def main() -> None:
    """Run a command. Trouble is one sentence on the error output and exit code 1."""
    try:
        code = dispatch(parser().parse_args())
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


if __name__ == "__main__":
    main()
