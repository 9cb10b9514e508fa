"""The handlers of the jobs that copy accounts and sign-outs to Keycloak. They import `realm` at run time: it takes a
second, and most installations have no realm."""

from __future__ import annotations

from kit.jobs import JobContext


def mirror(context: JobContext) -> None:
    """Update the realm account from the user."""
    from identity.credentials import realm

    realm.mirror(context.db, context.params["userId"])


def sign_out(context: JobContext) -> None:
    """End sessions of the realm."""
    from identity.credentials import realm

    realm.end_sessions(context.params["sessions"])
