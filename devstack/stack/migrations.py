"""The migrations of an instance's databases: which are done and which are due."""

import json
from collections.abc import Iterable
from pathlib import Path

from devstack.layout import ROOT, Instance
from devstack.stack import postgres
from devstack.stamps import digest_of


def fingerprint(service: str) -> str:
    """Return the hash of the inputs of a migration: the service's revisions and the kit's."""
    kit = ROOT / "services" / "kit" / "src" / "kit" / "database"
    files = [kit / "migrate.py", *kit.glob("migrations/**/*"), *(ROOT / "services" / service).glob("migrations/**/*")]
    return digest_of(path for path in files if path.is_file() and path.suffix in (".py", ".sql"))


def done_file(instance: Instance) -> Path:
    """Return the file of done migrations, next to the data folder so that it is removed with the data."""
    return postgres.data(instance).parent / "migrated.json"


def done(instance: Instance) -> dict[str, str]:
    """Return the fingerprint of the last migration by service."""
    path = done_file(instance)
    return dict(json.loads(path.read_text())) if path.exists() else {}


def due(instance: Instance, service: str) -> bool:
    """True if a database is behind its revisions."""
    return done(instance).get(service) != fingerprint(service)


def remember(instance: Instance, services: Iterable[str]) -> None:
    """Write down that these databases are up to date."""
    done_file(instance).write_text(json.dumps(done(instance) | {name: fingerprint(name) for name in services}))
