"""Answers of the calls about users beside the declared ones."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class RoleTitle(TypedDict):
    """A role by name."""

    id: str
    title: str


class HomeDepartment(TypedDict):
    """The primary department of a user."""

    id: int
    title: str


class PictureOffset(TypedDict):
    """The middle of the picture, in percent."""

    x: int
    y: int


class Impersonator(TypedDict):
    """The person who really acts."""

    id: int
    name: str


class UserParts(TypedDict):
    """The parts of a user's detail beyond its fields."""

    name: str
    roles: list[RoleTitle]
    primaryDepartment: HomeDepartment | None
    organisationId: int | None
    lastSignIn: Moment | None


class SignedInUser(TypedDict):
    """`user` of `docs/api.md`, Signing in; ids of persons that the user is not are null."""

    id: int
    username: str
    name: str
    firstName: str
    lastName: str
    email: str
    roleIds: list[str]
    roles: list[RoleTitle]
    avatar: None
    avatarOffset: PictureOffset
    primaryDepartment: HomeDepartment | None
    organisationId: int | None
    isPT: bool
    staffId: int | None
    tutorId: int | None
    studentId: int | None
    clientId: int | None
    candidateId: int | None
    invigilatorId: int | None
    agentId: int | None
    impersonatedBy: Impersonator | None


class RoleOverview(TypedDict):
    """A role, what it opens, and how many users hold it."""

    id: str
    title: str
    color: str
    opens: str
    members: int


class RolesHeld(TypedDict):
    """The roles of a user, as they are now."""

    id: int
    roleIds: list[str]


class GroupMember(TypedDict):
    """One of a support group."""

    id: int
    name: str
    firstName: str
    lastName: str
    email: str
    staffId: int | None
