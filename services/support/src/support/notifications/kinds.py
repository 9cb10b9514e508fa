"""A notice and its kind: users choose the channels of each kind (`support.kinds`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Notice:
    """The content of a notice: `kind` is one word, usually a declared kind; `target` is the screen it opens; `details`
    are additional lines of its mail."""

    kind: str
    title: str
    text: str
    target: str
    details: tuple[str, ...] = ()
