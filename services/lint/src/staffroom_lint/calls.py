"""Finds the functions that call another service, directly or through other functions of the tree.

Names are resolved without running code: functions of the same module, `from x import f`,
and `x.f` for an imported module `x`. Methods of objects are not followed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from staffroom_lint.source import File

_REMOTE = {"kit.rpc.call"}
Function = ast.FunctionDef | ast.AsyncFunctionDef


def aliases(file: File) -> dict[str, str]:
    """Return the full name behind each imported name: `{"rpc": "kit.rpc", "call": "kit.rpc.call"}`."""
    names: dict[str, str] = {}
    for node in ast.walk(file.syntax):
        if isinstance(node, ast.Import):
            for name in node.names:
                names[name.asname or name.name.split(".")[0]] = name.name if name.asname else name.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.module:
            for name in node.names:
                names[name.asname or name.name] = f"{node.module}.{name.name}"
    return names


def functions(file: File) -> dict[str, Function]:
    """Return the functions at the top of a module, by full name."""
    return {
        f"{file.module}.{node.name}": node
        for node in file.syntax.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def called(file: File, node: ast.Call) -> str:
    """Return the full name of the called function; empty where it cannot be resolved."""
    imported = aliases_of(file)
    parts: list[str] = []
    target: ast.expr = node.func
    while isinstance(target, ast.Attribute):
        parts.append(target.attr)
        target = target.value
    if not isinstance(target, ast.Name):
        return ""
    first = imported.get(target.id, f"{file.module}.{target.id}")
    return ".".join([first, *reversed(parts)])


_aliases: dict[File, dict[str, str]] = {}


def aliases_of(file: File) -> dict[str, str]:
    if file not in _aliases:
        _aliases[file] = aliases(file)
    return _aliases[file]


def calls_in(node: ast.AST) -> Iterator[ast.Call]:
    """Calls made when `node` runs; those in nested functions run later, or never."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.Call):
            yield child
        yield from calls_in(child)


def remote(files: list[File]) -> set[str]:
    """Full names of the functions that call another service, directly or through others."""
    uses = {
        name: {called(file, call) for call in calls_in(function)}
        for file in files
        for name, function in functions(file).items()
    }
    remote_names = set(_REMOTE)
    while True:
        more = {name for name, names in uses.items() if names & remote_names} - remote_names
        if not more:
            return remote_names
        remote_names |= more
