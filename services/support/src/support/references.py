"""Kinds of record of other services to which support refers."""

from __future__ import annotations

from kit.records.references import Foreign

FOREIGN = (
    Foreign(path="/departments", name="department", owner="identity", archives=True),
    Foreign(
        path="/users", name="user", owner="identity", lasting=True, sources=("/comments/people", "/v2/support/staff")
    ),
)
