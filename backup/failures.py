"""Failures: one sentence with the remedy, and an exit code of sysexits.h."""

from __future__ import annotations

import errno

DATA, UNAVAILABLE, FULL, BUSY, KEY, CONFIG = 65, 69, 73, 75, 77, 78
"""Damaged backup; database or target unreachable; no space; another backup running; wrong key; wrong setting."""


class Failure(Exception):
    """A command that failed; `code` is its exit code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


def of_target(error: Exception, place: str) -> Failure:
    """Build the failure of a write or read at `place`."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Failure(FULL, f"{place} is full: free some space; the backups that are there are whole.")
    return Failure(UNAVAILABLE, f"{place} cannot be used ({type(error).__name__}: {error}); earlier backups are whole.")
