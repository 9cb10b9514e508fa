"""Access rules that all rooms share, with the roles of `platform.md 6`."""

from __future__ import annotations

from kit.policy import Actor, Readers, Row, Rule, Scope, has_role, staff, sys_admin

STAFF = staff
SYS_ADMIN = sys_admin
OFFICE = has_role("academicOffice")
COMPLIANCE = has_role("academicOffice", "affiliateCompliance")
EXAMS = has_role("academicOffice", "examsOffice")
OF_STAFF = Scope(everything=STAFF)
"""Only staff reach these records, and they reach all."""
IN_COMPLIANCE = Scope(everything=COMPLIANCE)
"""Only the academic office and affiliate compliance reach these records, and they reach all."""


def _looks_after(actor: Actor, row: Row | None) -> bool:
    if STAFF(actor) or (row is not None and row["id"] == actor.person("student")):
        return True
    agent = actor.person("agent")
    if row is not None and agent is not None and row["agent_id"] == agent:
        return False
    kinds = ("client", "tutor") if row is not None else ("client", "tutor", "student")
    return any(actor.person(kind) for kind in kinds)


WELFARE = Rule("staff or own student, child or taught student", _looks_after)
"""Allows the office, the student, and the student's clients and tutors. Refuses the student's agent, even in another
capacity. The scope decides which students the actor reaches."""

OF_COMPLIANCE = Readers("Academic office and affiliate compliance only", COMPLIANCE)
OF_EXAMS = Readers("Academic office and exams office only", EXAMS)
OF_ADMINISTRATORS = Readers("System administrators only", SYS_ADMIN)
OF_WELFARE = Readers(
    "Office, tutors, the student and their clients; no agent", WELFARE, frozenset({"student", "client", "tutor"})
)
