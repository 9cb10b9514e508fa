"""Brings all databases up to date, those whose migrations changed since, all at once. `python -m devstack.migrate`."""

import json
import subprocess
import sys
from pathlib import Path

from devstack import environment, postgres
from devstack.components import present_services
from devstack.layout import ROOT, Instance, Trouble, instance
from devstack.prepare import digest_of


def fingerprint(service: str) -> str:
    """Hash of what a migration is made from: the service's revisions and tables, and the kit."""
    folder = ROOT / "services" / service
    files = [
        *folder.glob("migrations/**/*.py"),
        *folder.glob("migrations/**/*.sql"),
        *folder.glob("src/**/model*.py"),
    ]
    return digest_of([*files, *(ROOT / "services" / "kit" / "src").rglob("*.py")])


def done_file(target: Instance) -> Path:
    """File beside the data folder, so that it goes when the data go."""
    return postgres.data(target).parent / "migrated.json"


def every(target: Instance, force: bool = False) -> None:
    """Migrate every service whose fingerprint is new.

    Raises:
        Trouble: a migration failed; its output comes along.
    """
    path = done_file(target)
    known: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    wanted = {service: fingerprint(service) for service in present_services()}
    running = {
        service: subprocess.Popen(
            [sys.executable, "-m", "kit", "migrate", service], cwd=ROOT, text=True,
            env=environment.process(target, environment.for_service(target, service)),
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        for service, mark in wanted.items()
        if force or known.get(service) != mark
    }  # fmt: skip
    failed = {}
    for service, process in running.items():
        output, _ = process.communicate()
        print(f"{service}: {'failed' if process.returncode else 'up to date'}\n{output}", flush=True)
        if process.returncode:
            failed[service] = output
        else:
            known[service] = wanted[service]
    path.write_text(json.dumps(known))
    if failed:
        name, output = next(iter(failed.items()))
        raise Trouble(f"The database of {name} could not be migrated:\n{output[-3000:]}")


if __name__ == "__main__":
    try:
        every(instance())
    except Trouble as trouble:
        sys.exit(str(trouble))
