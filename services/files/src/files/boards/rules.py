"""Limits, texts and the right to draw. Pure."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pycrdt import merge_updates

from kit.errors import Forbidden, Invalid, TooLarge

MAX_NAME = 190
"""As for files (`money.md 9`)."""
MAX_UPDATE = 700_000
"""Maximum number of bytes of strokes in one call."""
MAX_BOARD = 40 * 1024 * 1024
"""Maximum number of bytes of the drawing on a board: about 100,000 strokes."""
MAX_PICTURE = 60_000
"""Maximum number of bytes of the small picture of a board in the list."""
MOST_MEMBERS = 200
COMPACT_EVERY = 200
"""Updates between two compactions of a board."""
KEPT_APART = 50
"""The latest updates stay out of the compacted state, for readers who missed a few."""

VIEW, DRAW = "view", "draw"
LEVELS = (VIEW, DRAW)
NO_BOARD = "There is no such whiteboard"
LOCKED = "The tutor has locked the board"
LOCKED_FOR_YOU = "The tutor has locked the board for you"
VIEW_ONLY = "You can view this board but not draw on it"
NOT_YOURS = "Only the owner, a tutor of its course and the office may do this"
UNREADABLE = "These strokes cannot be read"
FULL = "This board is full. Please start another one."


@dataclass(frozen=True)
class Rights:
    """The rights of a person on a board: `runs` means locking, naming and inviting; `refusal` is why they cannot draw,
    empty if they can."""

    runs: bool
    refusal: str

    @property
    def draws(self) -> bool:
        return not self.refusal

    def require_draws(self) -> None:
        """Raise Forbidden unless the person runs the board."""
        if self.refusal:
            raise Forbidden(self.refusal, code="board_locked" if self.refusal != VIEW_ONLY else "board_view")

    def require_runs(self) -> None:
        """Raise Forbidden unless the person may draw."""
        if not self.runs:
            raise Forbidden(NOT_YOURS)


def rights(row: Mapping[str, Any], *, office: bool) -> Rights:
    """Return the rights on the board `row`, whose columns about the caller are `owns`, `teaches` (tutor of its course),
    `learns` (student of its course), and the `level` and `held` (locked) of their membership, if any.

    The owner and the tutors of the course always draw. Members of level draw and students of the course draw while
    neither they nor the board are locked; everybody else who sees the board views it.
    """
    if row["owns"] or row["teaches"]:
        return Rights(runs=True, refusal="")
    invited = row["level"] is not None and row["invited"]
    draws = (invited and row["level"] == DRAW) or (row["learns"] and not (invited and row["level"] == VIEW))
    if not draws:
        return Rights(runs=office, refusal=VIEW_ONLY)
    if row["held"]:
        return Rights(runs=office, refusal=LOCKED_FOR_YOU)
    return Rights(runs=office, refusal=LOCKED if row["locked"] else "")


def merged(updates: Sequence[str]) -> bytes:
    """Return the strokes of one call, given as base64, as a single update. Raises Invalid, TooLarge."""
    try:
        parts = [base64.b64decode(one, validate=True) for one in updates]
        if sum(map(len, parts)) > MAX_UPDATE:
            raise TooLarge("This is too much at once. Please add the picture as a file.", code="update_too_large")
        return merge_updates(*parts)
    except ValueError:
        raise Invalid(UNREADABLE, fields={"updates": UNREADABLE}) from None
