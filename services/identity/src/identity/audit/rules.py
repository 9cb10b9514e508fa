"""Kinds of entries in the audit list."""

from __future__ import annotations

from enum import StrEnum

from kit.values import Option


class Kind(StrEnum):
    """The kind of an audited event, with its label and its colour."""

    label: str
    color: str

    def __new__(cls, value: str, label: str, color: str) -> Kind:
        kind = str.__new__(cls, value)
        kind._value_, kind.label, kind.color = value, label, color
        return kind

    SIGNED_IN = "signedIn", "Signed in", "green"
    REFUSED = "signInRefused", "Sign-in refused", "red"
    SIGNED_OUT = "signedOut", "Signed out", "grey"
    SESSION_ENDED = "sessionEnded", "Session ended", "orange"
    IMPERSONATION_STARTED = "impersonationStarted", "Impersonation started", "purple"
    IMPERSONATION_ENDED = "impersonationEnded", "Impersonation ended", "purple"
    PASSWORD_CHANGED = "passwordChanged", "Password changed", "blue"
    PASSWORD_LINK = "passwordLinkSent", "Password link sent", "blue"
    PASSWORD_REFUSED = "passwordRefused", "Password change refused", "red"
    USER_CREATED = "userCreated", "User created", "green"
    ROLES_CHANGED = "rolesChanged", "Roles changed", "orange"
    STATUS_CHANGED = "statusChanged", "Status changed", "orange"
    LINKED = "signInLinked", "Linked to a sign-in account", "blue"


KINDS = tuple(Option(kind.value, kind.label, kind.color) for kind in Kind)
