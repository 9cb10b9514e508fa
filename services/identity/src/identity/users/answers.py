"""Answers to calls about users, besides the declared ones."""

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
    """The centre of the picture, in percent."""


class Impersonator(TypedDict):
    """The impersonator."""

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
    """`user` of `docs/api.md`, Signing in; the ids of other kinds of person are null."""

    id: int
    roleIds: list[str]
    roles: list[RoleTitle]
    avatar: None
    avatarOffset: PictureOffset
    primaryDepartment: HomeDepartment | None
    impersonatedBy: Impersonator | None


class RoleOverview(TypedDict):
    """A role, the screens it opens, and its number of users."""

    id: str
    title: str
    color: str
    opens: str
    members: int


class RolesHeld(TypedDict):
    """The current roles of a user."""

    id: int
    roleIds: list[str]


@USER.part("name", "firstName", "lastName", "email", "staffId")
class GroupMember(TypedDict):
    """A member of a support group."""

    id: int
