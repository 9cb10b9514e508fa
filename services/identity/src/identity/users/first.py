"""`python -m identity.users.first ada ada@example.org Ada Lovelace`: the first system administrator of an installation.

An empty installation has nobody who could create an account. The command refuses once there is an account. It prints a
generated password, which its owner changes after the first sign-in.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from identity.accounts.accounts import account_named
from identity.accounts.model import user_account
from identity.credentials.passwords import password_store
from identity.users.fields import USER
from kit import context
from kit.database import Database, database
from kit.errors import Conflict, Refused
from kit.policy import as_service
from kit.records.crud import create

ROLES = ("sysAdmin", "staff")
BYTES = 12
"""Random bytes of the password."""


def create_first(db: Database, body: Mapping[str, Any]) -> str:
    """Create the account with the fields of `POST /users`; return its password, empty if Keycloak stores passwords.

    Raises Conflict if there are already accounts, and Invalid.
    """
    with db.transaction(as_service("identity")) as tx:
        if tx.scalar(sa.select(sa.exists(sa.select(user_account.c.id)))):
            raise Conflict("This installation already has accounts: sysAdmin creates further ones")
        create(tx, USER, {**body, "roleIds": list(ROLES)})
        account = account_named(tx.connection, body["username"])
        if password_store().external or account is None:
            return ""
        text = secrets.token_urlsafe(BYTES)
        password_store().prepare(account, text)(tx)
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Create the account and print its password; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m identity.users.first", description=__doc__)
    for name in ("username", "email", "firstName", "lastName"):
        parser.add_argument(name)
    given = vars(parser.parse_args(arguments))
    context.set_service("identity")
    try:
        password = create_first(database(), given)
    except Refused as refusal:
        print(refusal.text, *refusal.fields.values(), sep="\n", file=sys.stderr)
        return 1
    hint = f"Password: {password}" if password else "Keycloak keeps the passwords: set one in its console."
    print(f"{given['username']} is system administrator. {hint}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
