"""`python -m identity.sessions.first_mirror`: creates the accounts of all users in a Keycloak realm.

The accounts have names, roles and the argon2 hashes of the passwords, so that everybody, including system
administrators, signs in as before. The command may be repeated: it skips users who have an account, and resumes where
it was stopped. It does not touch an existing account with the same name, and reports it: `identity.sessions.linking`
links those after a person has checked them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from argon2 import extract_parameters

from identity.accounts.accounts import Account
from identity.accounts.model import password, user_account
from identity.config import identity_settings
from identity.credentials import realm
from kit import context
from kit.database import Database, database
from kit.errors import Refused
from kit.policy import Row

BATCH = 100
"""Maximum accounts that are imported by one call."""


def mirror_all(db: Database) -> Iterator[tuple[Account, str]]:
    """Mirror users without a realm account, in batches; yield each with the text of the refusal, empty if they have an
    account now. Raises Unavailable."""
    last = 0
    while rows := db.all(_without_account(last)):
        last = rows[-1]["id"]
        wanted = [(Account.of(row), _credentials(row["hash"])) for row in rows]
        imported = realm.import_accounts(wanted)
        for account, _ in wanted:
            try:
                if account.username.lower() in imported:
                    realm.link(db, account, imported[account.username.lower()], "created there")
                else:
                    realm.mirror(db, account.id)
                yield account, ""
            except Refused as refusal:
                yield account, refusal.text


def _without_account(last: int) -> sa.Select[Any]:
    """Return the next users after id `last` that have no link, with the hashes of their passwords."""
    c = user_account.c
    source = user_account.outerjoin(password, password.c.user_id == c.id)
    statement = sa.select(user_account, password.c.hash).select_from(source)
    return statement.where(c.keycloak_id.is_(None), c.id > last).order_by(c.id).limit(BATCH)


def _credentials(digest: str | None) -> list[Row]:
    """Return an argon2 hash in Keycloak's format; empty if the user has no password."""
    if digest is None:
        return []
    parameters = extract_parameters(digest)
    salt, value = (_padded(part) for part in digest.split("$")[-2:])
    more = {
        "hashLength": parameters.hash_len,
        "memory": parameters.memory_cost,
        "type": "id",
        "version": "1.3",
        "parallelism": parameters.parallelism,
    }
    how = {
        "algorithm": "argon2",
        "hashIterations": parameters.time_cost,
        "additionalParameters": {name: [str(one)] for name, one in more.items()},
    }
    secret: Mapping[str, Any] = {"value": value, "salt": salt, "additionalParameters": {}}
    return [{"type": "password", "secretData": json.dumps(secret), "credentialData": json.dumps(how)}]


def _padded(text: str) -> str:
    """Return Base64 for Keycloak: hashes of argon2 omit the padding."""
    return text + "=" * (-len(text) % 4)


def main(arguments: Sequence[str] | None = None) -> int:
    """Mirror, and print how many accounts were created and which were refused; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m identity.sessions.first_mirror", description=__doc__)
    parser.parse_args(arguments)
    if not identity_settings().keycloak_url:
        parser.error("STAFFROOM_KEYCLOAK_URL is not set: identity keeps the passwords itself")
    context.set_service("identity")
    created = refused = 0
    try:
        for account, refusal in mirror_all(database()):
            created, refused = created + (not refusal), refused + bool(refusal)
            if refusal:
                print(f"{account.username}  refused: {refusal}", file=sys.stderr)
    except Refused as refusal:
        print(f"{created} accounts made; then Keycloak stopped answering: {refusal.text}. Try again.", file=sys.stderr)
        return 1
    print(f"{created} accounts made, {refused} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
