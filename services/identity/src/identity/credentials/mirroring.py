"""The handlers of the jobs that carry accounts and sign-outs to Keycloak. They import `realm` when they run: it costs a
second, and most installations have no realm."""

from __future__ import annotations

from kit.jobs import JobContext


def mirror(context: JobContext) -> None:
    """Bring the realm account up to date with the user."""
    from identity.credentials import realm

    realm.mirror(context.db, context.params["userId"])


def sign_out(context: JobContext) -> None:
    """End sessions of the realm."""
    from identity.credentials import realm

    realm.end_sessions(context.params["sessions"])
