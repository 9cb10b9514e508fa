"""Calls about users besides the list and the record: staff groups, role membership, one's own organisation."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from identity.organisation.answers import OwnOrganisation
from identity.organisation.queries import own_organisation
from identity.roles.rules import ROLES, STAFF_GROUPS, role_named
from identity.users import commands, queries
from identity.users.answers import GroupMember, RoleOverview, RolesHeld
from kit.http.fastapi import Body, Call, Routes
from kit.policy import signed_in, staff, sys_admin

routes = Routes()


class Member(Body):
    """The user to add to a role."""

    userId: int


@routes.get("/v2/system/roles", may=staff, answers=list[RoleOverview])
def roles(call: Call) -> Any:
    """Return the roles, in order of precedence, with the number of users of each."""
    counts = call.read(queries.members)
    return [asdict(role) | {"members": counts.get(role.id, 0)} for role in ROLES]


@routes.get("/system/roles", may=staff, answers=list[RoleOverview])
def roles_v1(call: Call) -> Any:
    """Return the roles, at the legacy address."""
    return roles(call)


@routes.post("/system/roles/{roleId}/members", may=sys_admin, answers=RolesHeld)
def add_member(call: Call, roleId: str, body: Member) -> Any:
    """Give a user a role; their sessions end, so that the next sign-in has it."""
    return commands.change_role(call.tx, body.userId, role_named(roleId).id, member=True)


@routes.delete("/system/roles/{roleId}/members/{userId}", may=sys_admin, answers=RolesHeld)
def remove_member(call: Call, roleId: str, userId: int) -> Any:
    """Take a role from a user; their sessions end at once."""
    return commands.change_role(call.tx, userId, role_named(roleId).id, member=False)


@routes.get("/organisation", may=signed_in, answers=OwnOrganisation)
def organisation(call: Call) -> Any:
    """Return the caller's own organisation."""
    return call.read(own_organisation, call.read(queries.organisation_of))


def _group(role_id: str) -> None:
    summary = f"Active staff of the support group {role_id}"

    @routes.get(f"/v2/staff/{role_id}", may=staff, summary=summary, answers=list[GroupMember])
    def group(call: Call) -> Any:
        return call.read(queries.group, role_id)


for _name in STAFF_GROUPS:
    _group(_name)
