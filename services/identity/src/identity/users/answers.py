"""Answers of the calls about users beside the declared ones."""

from __future__ import annotations

from typing import TypedDict

from identity.accounts.attributes import USER
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


class Impersonator(TypedDict):
    """The person who really acts."""

    id: int
    name: str


class SecondFactor(TypedDict):
    """A second factor of a user: `totp` (an authenticator app) or `passkey`."""

    id: int
    kind: str
    name: str
    created: Moment
    lastUsed: Moment | None


@USER.part("name", "organisationId", "lastSignIn")
class UserParts(TypedDict):
    """The parts of a user's detail beyond its fields; `secondFactors` are for sysAdmin."""

    roles: list[RoleTitle]
    primaryDepartment: HomeDepartment | None
    secondFactors: list[SecondFactor] | None


@USER.answer
class SignedInUser(TypedDict):
    """`user` of `docs/api.md`, Signing in; ids of persons that the user is not are null."""

    id: int
    roleIds: list[str]
    roles: list[RoleTitle]
    avatar: None
    avatarOffset: PictureOffset
    primaryDepartment: HomeDepartment | None
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


@USER.part("name", "firstName", "lastName", "email", "staffId")
class GroupMember(TypedDict):
    """One of a support group."""

    id: int
