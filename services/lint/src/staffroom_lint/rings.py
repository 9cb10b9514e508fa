"""Import cycles (rings) within one service or package, between rooms.

A room is a folder or a module file directly below a folder: an import leads from one room of the innermost folder that
contains both of its ends to another. Imports inside functions and for the type checker count too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile

from staffroom_lint.source import File

ENTANGLED = ("finance.payouts", "people.exams")
"""Areas whose rooms import each other's tables, so that there only files are rooms."""


@dataclass(frozen=True)
class Import:
    """One line of `file` that imports `module`, a module of the same service or package."""

    file: File
    line: int
    module: str


def imports_of(files: list[File]) -> list[Import]:
    """The imports between the modules of one service or package, in the order of the files."""
    modules = {file.module for file in files}
    return [
        Import(file, line, module)
        for file in files
        for line, name in _names(file)
        if (module := _module(name, modules)) is not None and module != file.module
    ]


def _names(file: File) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that is imported: `from kit import db` is `kit.database`."""
    for node in ast.walk(file.syntax):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((node.lineno, f"{node.module}.{name.name}") for name in node.names)


def _module(name: str, modules: set[str]) -> str | None:
    """Return the module that contains the imported name, or that it names; None for a name of another package."""
    parent = name.rpartition(".")[0]
    return name if name in modules else parent if parent in modules else None


def rooms(importer: str, imported: str) -> tuple[str, str, str]:
    """Return the innermost folder that contains two modules, and the room of each in it: `people`, `people.courses` and
    `people.places` of `people.courses.model` and `people.places.rules`. The `__init__.py` of the folder is a room, and
    so is each `wiring.py`, because it assembles a process."""
    for area in ENTANGLED:
        if importer.startswith(f"{area}.") and imported.startswith(f"{area}."):
            return area, importer, imported
    names = [importer.split("."), imported.split(".")]
    depth = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(*names, strict=False))))
    ends = [".".join(name) if name[-1] == "wiring" else ".".join(name[: depth + 1]) for name in names]
    return ".".join(names[0][:depth]), ends[0], ends[1]


def rings(edges: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the cycles: the largest sets of names that all reach each other (strongly connected components)."""
    reached = {name: _reached(edges, name) for name in edges}
    cycles: list[set[str]] = []
    for name in sorted(edges):
        if name in reached[name] and not any(name in ring for ring in cycles):
            cycles.append({other for other in reached[name] if name in reached.get(other, ())})
    return cycles


def _reached(edges: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for name in edges.get(waiting.pop(), set()) - seen:
            seen.add(name)
            waiting.append(name)
    return seen
