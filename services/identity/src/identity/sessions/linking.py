"""`python -m identity.sessions.linking`: links users to accounts that existed in a Keycloak realm before Staffroom.

Without arguments it prints every user without a link and the realm account of the same name. A name alone proves
nothing: check the persons shown, then pass `--link NAME=ID` for one or `--link-all` for every printed pair. It links
nothing while people can choose their own names in the realm.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from identity.accounts import accounts
from identity.accounts.accounts import Account
from identity.accounts.model import user_account
from identity.config import identity_settings
from identity.credentials import realm
from kit import context
from kit.database import Database, database
from kit.errors import Conflict, NotFound, Refused

NAMES_ARE_FREE = (
    "People can choose their own user names in this realm; "
    "turn off 'Edit username' and 'User registration' first, then look at the names again"
)
"""The refusal of a link while people can choose their names in the realm."""


def candidates(db: Database) -> list[tuple[Account, dict[str, Any]]]:
    """Return users without a link, each with the realm account of the same name that is linked to no user."""
    rows = db.all(sa.select(user_account).where(user_account.c.keycloak_id.is_(None)).order_by(user_account.c.id))
    pairs = []
    with realm.calls():
        for account in map(Account.of, rows):
            holder = realm.by_name(account.username)
            if holder is not None and _is_free(db, holder, account):
                pairs.append((account, holder))
    return pairs


def link(db: Database, username: str, realm_id: str) -> None:
    """Link a user to a realm account. Raises NotFound, Conflict if either has another link, Unavailable."""
    account = db.query(accounts.account_named, username)
    if account is None:
        raise NotFound(f"There is no user {username}")
    with realm.calls():
        _refuse_free_names()
        representation = realm.by_id(realm_id)
        if representation is None:
            raise NotFound(f"The realm has no account {realm_id}")
        if account.keycloak_id not in (None, realm_id) and realm.by_id(str(account.keycloak_id)) is not None:
            raise Conflict(f"{username} is already linked to {account.keycloak_id}")
        if not _is_free(db, representation, account):
            raise Conflict(realm.LINKED_ALREADY, code="linked_already")
    realm.link(db, account, realm_id, "by an operator")
    realm.mirror(db, account.id)


def _refuse_free_names() -> None:
    state = realm.admin().get_realm(identity_settings().keycloak_realm)
    if state["editUsernameAllowed"] or state["registrationAllowed"]:
        raise Conflict(NAMES_ARE_FREE)


def _is_free(db: Database, representation: Mapping[str, Any], account: Account) -> bool:
    holder = db.query(accounts.account_of_keycloak, str(representation["id"]))
    owner = realm.marked_for(representation)
    return (holder is None or holder.id == account.id) and owner in (None, account.id)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print or link; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m identity.sessions.linking", description=__doc__)
    parser.add_argument("--link", metavar="NAME=ID", action="append", default=[], help="a user and an account's id")
    parser.add_argument("--link-all", action="store_true", help="every pair that is printed without arguments")
    options = parser.parse_args(arguments)
    if not identity_settings().keycloak_url:
        parser.error("STAFFROOM_KEYCLOAK_URL is not set: identity keeps the passwords itself")
    context.set_service("identity")
    db = database()
    pairs = [tuple(entry.split("=", 1)) for entry in options.link if "=" in entry]
    if options.link_all:
        pairs += [(account.username, holder["id"]) for account, holder in candidates(db)]
    if not options.link and not options.link_all:
        for account, holder in candidates(db):
            person = " ".join(str(holder.get(name) or "-") for name in ("firstName", "lastName", "email"))
            print(f"{account.username}={holder['id']}  here: {account.name} {account.email}  there: {person}")
        return 0
    failed = 0
    for username, realm_id in pairs:
        try:
            link(db, username, realm_id)
            print(f"{username}={realm_id}  linked")
        except Refused as refusal:
            failed += 1
            print(f"{username}={realm_id}  refused: {refusal.text}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
