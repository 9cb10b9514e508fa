"""The migrations of an instance's databases: which are done and which are due."""

import json
from collections.abc import Iterable
from pathlib import Path

from devstack.layout import ROOT, Instance
from devstack.stack import postgres
from devstack.stamps import digest_of


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
