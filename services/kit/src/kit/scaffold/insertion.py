"""Insertions of one line into a hand-written file, whose other lines stay unchanged."""

from __future__ import annotations

import ast
import re
from pathlib import Path


def add_import(path: Path, line: str) -> None:
    """Add an import in the linter's order: to the line that imports from the same module, or as a new line in the order
    of modules."""
    lines = path.read_text().splitlines()
    head, _, name = line.partition(" import ")
    for number, text in enumerate(lines):
        names = text.removeprefix(f"{head} import ")
        if names != text and " as " not in line + text and "(" not in text:
            lines[number] = f"{head} import {', '.join(sorted({*names.split(', '), name}))}"
            return _save(path, lines)
    imports = [number for number, text in enumerate(lines) if text.startswith("from ")]
    before = [number for number in imports if _sorted_by(lines[number]) < _sorted_by(line)]
    at = _end_of_import(lines, before[-1]) if before else (imports[0] if imports else len(lines))
    return _save(path, [*lines[:at], line, *lines[at:]])


def _sorted_by(line: str) -> tuple[str, str]:
    return line.split()[1], line


def _end_of_import(lines: list[str], start: int) -> int:
    if not lines[start].endswith("("):
        return start + 1
    return next(number for number in range(start, len(lines)) if lines[number].startswith(")")) + 1


def add_argument(path: Path, function: str, argument: str, item: str) -> None:
    """Add `item` to the list argument `argument` of `function(...)`, whether written in the call or a name; add the
    argument too if it is missing. Raises ValueError if the file does not call the function."""
    text = path.read_text()
    call = _call_of(path, text, function)
    given = next((keyword.value for keyword in call.keywords if keyword.arg == argument), None)
    if isinstance(given, ast.List | ast.Tuple):
        _append(path, text, given, item)
    elif given is None:
        head, tail = _split(text, call.end_lineno, (call.end_col_offset or 1) - 1)
        comma = "" if head.rstrip().endswith((",", "(")) else ", "
        path.write_text(f"{head.rstrip()}{comma}{argument}=({item},){tail}")
    else:
        head, tail = _split(text, given.lineno, given.col_offset)
        named = ast.unparse(given)
        path.write_text(f"{head}(*{named}, {item}){tail.removeprefix(named)}")


def _split(text: str, line: int | None, column: int) -> tuple[str, str]:
    """Return the text before and after a position in it; `line` counts from 1."""
    before = sum(map(len, text.splitlines(keepends=True)[: (line or 1) - 1])) + column
    return text[:before], text[before:]


def add_room(path: Path, room: str) -> None:
    """Add a room to the `modules(...)` of a wiring, on a line of its own. Raises ValueError if there is no such
    call."""
    text = path.read_text()
    call = _call_of(path, text, "modules")
    lines = text.splitlines()
    lines.insert((call.end_lineno or 0) - 1, f'        "{room}",')
    _save(path, lines)


def _call_of(path: Path, text: str, function: str) -> ast.Call:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
            return node
    raise ValueError(f"{path} does not call {function}")


def add_entry(path: Path, name: str, key: str, value: str) -> None:
    """Add `"key": value` to the dict `name` of a module, and the dict if it is missing."""
    text = path.read_text()
    declared = _value_of(text, name)
    if isinstance(declared, ast.Dict):
        _append(path, text, declared, f'"{key}": {value}')
    else:
        path.write_text(f'{text.rstrip()}\n\n{name} = {{\n    "{key}": {value},\n}}\n')


def add_item(path: Path, name: str, item: str) -> None:
    """Add `item` to the tuple or list that a module declares as `name`. Raises ValueError if there is none."""
    text = path.read_text()
    declared = _value_of(text, name)
    if not isinstance(declared, ast.List | ast.Tuple):
        raise ValueError(f"{path} declares no {name}")
    _append(path, text, declared, item)


def _value_of(text: str, name: str) -> ast.expr | None:
    """Return the value that a module assigns to `name`."""
    for node in ast.parse(text).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name) and target.id == name:
            return node.value
    return None


def _append(path: Path, text: str, node: ast.List | ast.Tuple | ast.Dict, item: str) -> None:
    lines = text.splitlines()
    last, column = (node.end_lineno or 0) - 1, (node.end_col_offset or 0) - 1
    empty = not (node.keys if isinstance(node, ast.Dict) else node.elts)
    if node.lineno - 1 == last:
        comma = "" if empty else " " if lines[last][:column].rstrip().endswith(",") else ", "
        end = "," if isinstance(node, ast.Tuple) else ""
        lines[last] = f"{lines[last][:column]}{comma}{item}{end}{lines[last][column:]}"
    else:
        indent = " " * (len(lines[last]) - len(lines[last].lstrip()) + 4)
        lines.insert(last, f"{indent}{item},")
    _save(path, lines)


def gather_room(path: Path, module: str, name: str) -> None:
    """Import the room of a module into the area of the page and gather it as the last one. Raises ValueError if the
    area gathers no rooms."""
    text = path.read_text()
    gathered = re.search(r"gatherRooms\(\[(.*?)\]\)", text, re.DOTALL)
    if gathered is None:
        raise ValueError(f"{path} gathers no rooms")
    inside = gathered[1].rstrip()
    separator = "" if not inside else "" if inside.endswith(",") else ","
    spaced = "\n    " if "\n" in gathered[1] else " " if inside else ""
    end = ",\n  " if "\n" in gathered[1] else ""
    text = f"{text[: gathered.start(1)]}{inside}{separator}{spaced}{name}{end}{text[gathered.end(1) :]}"
    lines = text.splitlines()
    last = max(number for number, line in enumerate(lines) if line.startswith("import "))
    lines.insert(last + 1, f'import {{ {name} }} from "./{module}/room";')
    _save(path, lines)


def add_route(path: Path, call: str, title: str) -> None:
    """Add a list as the last route of one of the page's rooms."""
    lines = path.read_text().splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("  routes: ["))
    route = f'    {{ path: "/{call}", title: "{title}", list: {{ path: "/{call}" }} }},'
    if lines[start].rstrip().endswith("],"):
        lines[start : start + 1] = ["  routes: [", route, "  ],"]
    else:
        end = next(number for number in range(start, len(lines)) if lines[number] == "  ],")
        lines.insert(end, route)
    _save(path, lines)


def _save(path: Path, lines: list[str]) -> None:
    path.write_text("\n".join(lines) + "\n")
