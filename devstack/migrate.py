"""Migrating the database of a service: when it is needed, and on demand (`make migrate`)."""

import json
from collections.abc import Iterable
from pathlib import Path

from devstack import chores, postgres
from devstack.layout import ROOT, Instance, Trouble, present_services
from devstack.prepare import digest_of


def fingerprint(service: str) -> str:
    """Hash of what a migration is made from: the service's revisions and the kit's."""
    kit = ROOT / "services" / "kit" / "src" / "kit" / "database"
    files = [kit / "migrate.py", *kit.glob("migrations/**/*"), *(ROOT / "services" / service).glob("migrations/**/*")]
    return digest_of(path for path in files if path.is_file() and path.suffix in (".py", ".sql"))


def done_file(instance: Instance) -> Path:
    """File beside the data folder, so that it goes when the data go."""
    return postgres.data(instance).parent / "migrated.json"


def done(instance: Instance) -> dict[str, str]:
    """Fingerprint of the last migration by service."""
    path = done_file(instance)
    return dict(json.loads(path.read_text())) if path.exists() else {}


def due(instance: Instance, service: str) -> bool:
    """Whether a database is behind its revisions."""
    return done(instance).get(service) != fingerprint(service)


def remember(instance: Instance, services: Iterable[str]) -> None:
    """Note that these databases are up to date."""
    done_file(instance).write_text(json.dumps(done(instance) | {name: fingerprint(name) for name in services}))


def every(instance: Instance) -> None:
    """Bring all databases of a running instance up to date.

    Raises:
        Trouble: a migration failed; the end of its output comes along.
    """
    for service in present_services():
        chores.output(instance, ["migrate", service], f"The database of {service} could not be migrated")
        print(f"{service} is up to date", flush=True)
        remember(instance, [service])


def revision(instance: Instance, service: str, message: str) -> None:
    """Write the migration of a service from its database in a running instance to the tables it declares.

    Raises:
        Trouble: there is no such service, or the migration could not be written.
    """
    if service not in present_services() or not message:
        raise Trouble(f'make revision S={service or "people"} M="why": S is one of {", ".join(present_services())}')
    written = chores.output(
        instance, ["revision", service, message], f"The migration of {service} could not be written"
    )
    print(Path(written.strip().splitlines()[-1]).relative_to(ROOT))
