"""Kinds of records of identity that take comments."""

from kit.kinds import FINANCE, GENERAL, CommentKind

COMMENT_KINDS = (
    CommentKind("user", "User", "/users/{id}", place=20),
    CommentKind("department", "Department", "/departments", place=80),
    CommentKind("organisation", "Organisation", "/orgs", (GENERAL, FINANCE), place=80),
)
