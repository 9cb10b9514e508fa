"""Answers to calls about holds."""

from __future__ import annotations

from typing import TypedDict


class OnHold(TypedDict):
    """A file or folder, and why it is on hold; empty if it is not."""

    id: int
    hold: str
