"""Who may, as far as it is the same for all modules. Roles of `platform.md 6`."""

from __future__ import annotations

from kit.policy import Actor, Row, Rule, has_role, staff, sys_admin
from kit.sql import Scope

STAFF = staff
SYS_ADMIN = sys_admin
OFFICE = has_role("academicOffice")
COMPLIANCE = has_role("academicOffice", "affiliateCompliance")
EXAMS = has_role("academicOffice", "examsOffice")


def reaches(scope: Scope) -> Rule:
    """Everybody who can reach any record of `scope` at all; which ones, the scope itself says."""

    def allows(actor: Actor, row: Row | None) -> bool:
        return scope.covers(actor)

    kinds = [f"own {kind}" for kind in scope.own]
    return Rule(" or ".join([scope.everything.name, *kinds]), allows)
