"""Answers of the comparison of versions."""

from __future__ import annotations

from typing import Literal, TypedDict


class Part(TypedDict):
    """Words of a paragraph that stayed, were added or removed."""

    kind: Literal["same", "added", "removed"]
    text: str


class Block(TypedDict):
    """A paragraph with its parts; a `skipped` block stands for `count` unchanged paragraphs."""

    kind: Literal["same", "added", "removed", "changed", "skipped"]
    parts: list[Part]
    count: int


class Compared(TypedDict):
    """The difference of two versions: `waiting` while their text is read, `none` with the reason if there is none;
    `added` and `removed` count words."""

    state: Literal["waiting", "ready", "none"]
    reason: str
    blocks: list[Block]
    added: int
    removed: int
