"""Kinds of entries in the audit list."""

from __future__ import annotations

from enum import Enum

from kit.values import Option


class Kind(Enum):
    """The kind of an audited event, as shown in lists."""

    SIGNED_IN = Option("signedIn", "Signed in", "green")
    REFUSED = Option("signInRefused", "Sign-in refused", "red")
    SIGNED_OUT = Option("signedOut", "Signed out", "grey")
    SESSION_ENDED = Option("sessionEnded", "Session ended", "orange")
    IMPERSONATION_STARTED = Option("impersonationStarted", "Impersonation started", "purple")
    IMPERSONATION_ENDED = Option("impersonationEnded", "Impersonation ended", "purple")
    PASSWORD_CHANGED = Option("passwordChanged", "Password changed", "blue")
    PASSWORD_LINK = Option("passwordLinkSent", "Password link sent", "blue")
    PASSWORD_REFUSED = Option("passwordRefused", "Password change refused", "red")
    USER_CREATED = Option("userCreated", "User created", "green")
    ROLES_CHANGED = Option("rolesChanged", "Roles changed", "orange")
    STATUS_CHANGED = Option("statusChanged", "Status changed", "orange")
    FACTOR_USED = Option("secondFactorUsed", "Second factor used", "green")
    FACTOR_REFUSED = Option("secondFactorRefused", "Second factor refused", "red")
    FACTOR_ADDED = Option("secondFactorAdded", "Second factor added", "blue")
    FACTOR_REMOVED = Option("secondFactorRemoved", "Second factor removed", "orange")
    RECOVERY_CODE_USED = Option("recoveryCodeUsed", "Recovery code used", "orange")
    RECOVERY_CODES_MADE = Option("recoveryCodesMade", "Recovery codes made", "blue")
    LINKED = Option("signInLinked", "Linked to a sign-in account", "blue")


KINDS = tuple(kind.value for kind in Kind)
