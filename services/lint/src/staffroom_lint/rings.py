"""Import cycles (rings) within one service or package, between rooms or files.

A room is a folder or a module file directly below the package. Imports inside functions and for the type checker count
too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from staffroom_lint.source import File


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


def room(module: str) -> str:
    """Return the room of a module: `people.courses` of `people.courses.model`. A `wiring.py` is a room of its own,
    because it assembles a process."""
    return module if module.endswith(".wiring") else ".".join(module.split(".")[:2])


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
