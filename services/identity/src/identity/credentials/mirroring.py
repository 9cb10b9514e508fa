"""The handler of the job that mirrors an account to Keycloak."""

from __future__ import annotations

from kit.jobs import JobContext


def mirror(context: JobContext) -> None:
    """Bring the realm account up to date with the user."""
    from identity.credentials import realm  # costs a second to import, and most installations have none

    realm.mirror(context.db, context.params["userId"])
