"""The difference of two texts: added, removed and unchanged paragraphs, and the changed words in the others. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

SAME, ADDED, REMOVED, CHANGED, SKIPPED = "same", "added", "removed", "changed", "skipped"
_AROUND = 1
"""Paragraphs shown before and after a change; `skipped` counts the others."""
_ALIKE = 0.35
"""Two paragraphs that share fewer of their words count as removed and added, not as changed."""
_MOST_WORDS = 3_000
"""Maximum number of words of a paragraph that are compared one by one."""

Block = dict[str, Any]


def compared(before: Sequence[str], now: Sequence[str]) -> dict[str, Any]:
    """Return the blocks of the difference in text order, and the numbers of added and removed words."""
    blocks = list(_blocks(before, now))
    counts = {ADDED: 0, REMOVED: 0}
    for block in blocks:
        for part in block["parts"]:
            if part["kind"] in counts:
                counts[part["kind"]] += len(part["text"].split())
    return {"blocks": _shortened(blocks), "added": counts[ADDED], "removed": counts[REMOVED]}


def _blocks(before: Sequence[str], now: Sequence[str]) -> Iterator[Block]:
    matcher = SequenceMatcher(None, before, now, autojunk=False)
    for tag, low, high, start, end in matcher.get_opcodes():
        if tag == "equal":
            yield from (_whole(SAME, text) for text in now[start:end])
        else:
            for old, new in zip_longest(before[low:high], now[start:end]):
                yield from _pair(old, new)


def _pair(old: str | None, new: str | None) -> Iterator[Block]:
    if old is not None and new is not None:
        parts, alike = _parts(old.split(), new.split())
        if alike:
            yield {"kind": CHANGED, "parts": parts, "count": 1}
            return
    if old is not None:
        yield _whole(REMOVED, old)
    if new is not None:
        yield _whole(ADDED, new)


def _parts(old: Sequence[str], new: Sequence[str]) -> tuple[list[dict[str, str]], bool]:
    """Return the parts of a changed paragraph, and whether the two have enough in common to be one."""
    if max(len(old), len(new)) > _MOST_WORDS:
        return [], False
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    parts: list[dict[str, str]] = []
    for tag, low, high, start, end in matcher.get_opcodes():
        if tag == "equal":
            parts.append({"kind": SAME, "text": " ".join(new[start:end])})
            continue
        for kind, run in ((REMOVED, old[low:high]), (ADDED, new[start:end])):
            if run:
                parts.append({"kind": kind, "text": " ".join(run)})
    return parts, matcher.ratio() >= _ALIKE


def _whole(kind: str, text: str) -> Block:
    return {"kind": kind, "parts": [{"kind": kind, "text": text}], "count": 1}


def _shortened(blocks: Sequence[Block]) -> list[Block]:
    """Replace unchanged paragraphs far from a change by `skipped` blocks."""
    near: set[int] = set()
    for place, block in enumerate(blocks):
        if block["kind"] != SAME:
            near.update(range(place - _AROUND, place + _AROUND + 1))
    shown: list[Block] = []
    for place, block in enumerate(blocks):
        if place in near:
            shown.append(block)
        elif shown and shown[-1]["kind"] == SKIPPED:
            shown[-1]["count"] += 1
        else:
            shown.append({"kind": SKIPPED, "parts": [], "count": 1})
    return shown
