"""The source tree for the rules: tracked files, with parsed syntax for Python."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

_TEXT_LIMIT = 2_000_000


@dataclass(frozen=True)
class Finding:
    """One broken rule at one place."""

    path: PurePosixPath
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


class File:
    """A tracked file; `path` is relative to the root of the tree."""

    def __init__(self, root: Path, path: PurePosixPath) -> None:
        self.root, self.path = root, path

    @cached_property
    def text(self) -> str:
        """The content; empty for a file that is not text."""
        data = (self.root / self.path).read_bytes()
        if len(data) > _TEXT_LIMIT or b"\0" in data[:8192]:
            return ""
        return data.decode("utf-8", "replace")

    @cached_property
    def syntax(self) -> ast.Module:
        return ast.parse(self.text, filename=str(self.path))

    @property
    def is_python(self) -> bool:
        return self.path.suffix == ".py"

    @property
    def is_test(self) -> bool:
        return "tests" in self.path.parts or self.path.name == "conftest.py"

    @property
    def service(self) -> str:
        """The folder under `services/` this file belongs to, or an empty text."""
        parts = self.path.parts
        return parts[1] if len(parts) > 2 and parts[0] == "services" else ""

    @property
    def module(self) -> str:
        """The dotted name: `services/people/src/people/places/routes.py` is `people.places.routes`."""
        parts = self.path.with_suffix("").parts
        if "src" in parts:
            parts = parts[parts.index("src") + 1 :]
        return ".".join(part for part in parts if part != "__init__")

    def allows(self, finding: Finding) -> bool:
        """True if the line has a comment that exempts it from the rule: `# allow queries-take-the-actor: <reason>`."""
        lines = self.text.splitlines()[finding.line - 1 : finding.line]
        return bool(lines and re.search(rf"# allow {finding.rule}: \S.{{8,}}", lines[0]))

    def finding(self, line: int, rule: str, text: str) -> Finding:
        return Finding(self.path, line, rule, text)

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and full name of every imported module, from imports at any level."""
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.Import):
                for name in node.names:
                    yield node.lineno, name.name
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.lineno, node.module


class Tree:
    """All files that git tracks or would add."""

    def __init__(self, root: Path) -> None:
        self.root = root
        output = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            cwd=root,
            check=True,
            capture_output=True,
        ).stdout.decode()
        paths = sorted({name for name in output.split("\0") if name})
        self.files = [File(root, PurePosixPath(name)) for name in paths if (root / name).is_file()]

    @property
    def python(self) -> list[File]:
        return [file for file in self.files if file.is_python]

    @property
    def services(self) -> set[str]:
        """The services: every folder under `services/` except the shared ones."""
        return {file.service for file in self.files} - {"", "demo", "kit", "lint", "testing"}
