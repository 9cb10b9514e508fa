"""Policy: actors, rules of access and scopes of rows; tokens that authenticate callers."""

from kit.actors import (
    ANONYMOUS,
    STAFF,
    SYS_ADMIN,
    SYSTEM,
    Actor,
    actor_from_json,
    actor_json,
    app_of,
    as_service,
    whole,
)
from kit.policy.holders import KINDS, holders
from kit.policy.reach import Reach
from kit.policy.readers import EVERYBODY, OFFICE, Internal, Readers, parts_of, readers_of, without
from kit.policy.rules import (
    Row,
    Rule,
    columns_of,
    has_role,
    internal,
    is_a,
    may_map,
    nobody,
    own,
    public,
    reading,
    signed_in,
    staff,
    sys_admin,
)
from kit.policy.scope import Attach, Scope, me

__all__ = [
    "ANONYMOUS", "EVERYBODY", "KINDS", "OFFICE", "STAFF", "SYSTEM", "SYS_ADMIN", "Actor", "Attach", "Internal", "Reach",
    "Readers", "Row", "Rule", "Scope", "actor_from_json", "actor_json", "app_of", "as_service", "columns_of",
    "has_role", "holders", "internal", "is_a", "may_map", "me", "nobody", "own", "parts_of", "public", "readers_of",
    "reading", "signed_in", "staff", "sys_admin", "whole", "without",
]  # fmt: skip
