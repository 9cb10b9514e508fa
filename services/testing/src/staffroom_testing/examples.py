"""Examples of a service: the input of the conformance suite for its fields, moves and lists, room by room."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Named = dict[str, dict[str, Any]]


@dataclass
class Examples:
    """Examples by the names of field set and field, of workflow and move, of list (`staffroom_testing.conformance`)."""

    fields: Named = field(default_factory=dict)
    moves: Named = field(default_factory=dict)
    lists: Named = field(default_factory=dict)


def examples_of(tests: Path) -> Examples:
    """Return FIELDS, MOVES and LISTS of every room with an `examples.py` in its folder of `services/<service>/tests`.
    Raises ValueError if two rooms have examples of the same thing."""
    examples = Examples()
    for path in sorted(tests.glob("*/examples.py")):
        room = importlib.import_module(f"services.{tests.parent.name}.tests.{path.parent.name}.examples")
        for known, own in (
            (examples.fields, getattr(room, "FIELDS", {})),
            (examples.moves, getattr(room, "MOVES", {})),
            (examples.lists, getattr(room, "LISTS", {})),
        ):
            if twice := sorted(known.keys() & own):
                raise ValueError(f"{path} has examples that another room has: {', '.join(twice)}")
            known.update(own)
    return examples
