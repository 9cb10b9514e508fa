"""References from user accounts to their persons in the service people."""

from __future__ import annotations

from identity.accounts.model import user_account
from identity.roles.rules import PERSON_KINDS
from kit.records.references import Foreign, Uses

_PATHS = {kind: "/staff" if kind == "staff" else f"/{kind}s" for kind in PERSON_KINDS}

FOREIGN = tuple(
    Foreign(path=path, name="member of staff" if kind == "staff" else kind, owner="people")
    for kind, path in _PATHS.items()
)
USES = tuple(Uses(user_account.c[f"{kind}_id"], path) for kind, path in _PATHS.items())
