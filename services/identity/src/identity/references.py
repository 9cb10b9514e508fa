"""Kinds of person in the service people to which user accounts refer."""

from __future__ import annotations

from identity.roles.rules import PERSON_KINDS
from kit.records.references import Foreign

PATHS = {kind: "/staff" if kind == "staff" else f"/{kind}s" for kind in PERSON_KINDS}

FOREIGN = tuple(
    Foreign(path=path, name="member of staff" if kind == "staff" else kind, owner="people")
    for kind, path in PATHS.items()
)
