"""Kinds of entries in the audit list."""

from __future__ import annotations

from enum import StrEnum

from kit.values import options


class Kind(StrEnum):
    """The kind of an audited event."""

    SIGNED_IN = "signedIn"
    REFUSED = "signInRefused"
    SIGNED_OUT = "signedOut"
    SESSION_ENDED = "sessionEnded"
    IMPERSONATION_STARTED = "impersonationStarted"
    IMPERSONATION_ENDED = "impersonationEnded"
    PASSWORD_CHANGED = "passwordChanged"  # noqa: S105  a word of the audit list
    PASSWORD_LINK = "passwordLinkSent"  # noqa: S105
    PASSWORD_REFUSED = "passwordRefused"  # noqa: S105
    USER_CREATED = "userCreated"
    ROLES_CHANGED = "rolesChanged"
    STATUS_CHANGED = "statusChanged"
    LINKED = "signInLinked"


KINDS = options(
    (Kind.SIGNED_IN.value, "Signed in", "green"),
    (Kind.REFUSED.value, "Sign-in refused", "red"),
    (Kind.SIGNED_OUT.value, "Signed out", "grey"),
    (Kind.SESSION_ENDED.value, "Session ended", "orange"),
    (Kind.IMPERSONATION_STARTED.value, "Impersonation started", "purple"),
    (Kind.IMPERSONATION_ENDED.value, "Impersonation ended", "purple"),
    (Kind.PASSWORD_CHANGED.value, "Password changed", "blue"),
    (Kind.PASSWORD_LINK.value, "Password link sent", "blue"),
    (Kind.PASSWORD_REFUSED.value, "Password change refused", "red"),
    (Kind.USER_CREATED.value, "User created", "green"),
    (Kind.ROLES_CHANGED.value, "Roles changed", "orange"),
    (Kind.STATUS_CHANGED.value, "Status changed", "orange"),
    (Kind.LINKED.value, "Linked to a sign-in account", "blue"),
)
