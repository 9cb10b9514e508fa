"""Migrations of a service's database (`make migrate`, `make revision`)."""

from pathlib import Path

from devstack.layout import ROOT, Instance, Trouble, present_services
from devstack.run import chores
from devstack.stack import migrations


def every(instance: Instance) -> None:
    """Migrate all databases of a running instance.

    Raises:
        Trouble: a migration failed; with the end of its output.
    """
    for service in present_services():
        chores.output(instance, ["migrate", service], f"The database of {service} could not be migrated")
        print(f"{service} is up to date", flush=True)
        migrations.remember(instance, [service])


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
