"""The paths in documents: every relative link, and every file that a document names, exists.

A file may be named by the end of its path, as `slips/workflow.py` is. `<service>` and `*` stand for any name. Code
blocks and calls (`/slips/{id}`) are not checked, nor are folders of one name (`secrets/`), which operators make.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePosixPath

from staffroom_lint.source import File, Finding, Tree

NAME = "paths-in-documents-exist"

_SUFFIXES = "py|ts|tsx|mjs|css|sql|md|yml|yaml|toml|sh|lock|conf|proto|tpl|webp|png"
_LINK = re.compile(r"\]\(([^()\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
_PATH = re.compile(rf"(?:[\w.*<>@-]+/)*[\w.*<>@-]+\.(?:{_SUFFIXES})")
_FOLDER = re.compile(r"(?:[\w.*<>-]+/){2,}")
_PAGE = re.compile(r"(?<![\w/.`-])docs/[\w/-]+\.md")
_FENCE = re.compile(r"^\s*```")
_HEADING = re.compile(r"^#+ (.+?)\s*$")
_ELSEWHERE = frozenset(
    {
        "money.md",
        "platform.md",
        "teaching.md",
        "readings.md",
        "pg_hba.conf",
        "docker-compose.override.yml",
        "recovery.yaml",
        "scan.png",
    }
)
"""Files that are not in the tree: specifications, files of operators and users."""


def check(tree: Tree) -> Iterator[Finding]:
    """Findings of all documents."""
    paths = _Paths(tree)
    for file in tree.files:
        if file.path.suffix == ".md" and file.service != "lint":
            yield from _of(file, paths)


class _Paths:
    """Files and folders of the tree, found by the ends of their paths."""

    def __init__(self, tree: Tree) -> None:
        self.files = {str(file.path): file for file in tree.files}

    @cached_property
    def ends(self) -> set[str]:
        """Every end of the path of a file, and of a folder with its slash."""
        ends: set[str] = set()
        for name in self.files:
            parts = name.split("/")
            ends.update("/".join(parts[start:]) for start in range(len(parts)))
            for stop in range(1, len(parts)):
                ends.update("/".join(parts[start:stop]) + "/" for start in range(stop))
        return ends

    def has(self, name: str) -> bool:
        """True if a file or folder is called so, or ends so."""
        if "*" not in name and "<" not in name:
            return name in self.ends
        pattern = re.compile(re.sub(r"<\w+>|\\\*+", "[^/]+", re.escape(name).replace(r"\<", "<").replace(r"\>", ">")))
        return any(pattern.fullmatch(end) for end in self.ends)

    def headings(self, name: str) -> set[str]:
        """The anchors of a document, as GitHub makes them of its headings."""
        lines = self.files[name].text.splitlines()
        return {_anchor(match[1]) for line in lines if (match := _HEADING.match(line))}


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower().replace("`", "")).replace(" ", "-")


def _of(file: File, paths: _Paths) -> Iterator[Finding]:
    is_code = False
    for number, line in enumerate(file.text.splitlines(), start=1):
        if _FENCE.match(line):
            is_code = not is_code
        if is_code:
            continue
        for match in _LINK.finditer(line):
            if text := _broken(file, match[1], paths):
                yield file.finding(number, NAME, text)
        names = [span[1] for span in _SPAN.finditer(line)] + _PAGE.findall(line)
        for name in names:
            if (_PATH.fullmatch(name) or _FOLDER.fullmatch(name)) and not paths.has(name) and name not in _ELSEWHERE:
                yield file.finding(number, NAME, f"no file or folder is called {name}")


def _broken(file: File, target: str, paths: _Paths) -> str:
    """Return what is wrong with a link, or an empty text."""
    if re.match(r"[a-z]+:", target):
        return ""
    name, _, anchor = target.partition("#")
    path = _normal(file.path.parent / name) if name else str(file.path)
    is_folder = any(known.startswith(f"{path}/") for known in paths.files)
    if path not in paths.files and not is_folder:
        return f"the link leads to {path}, which does not exist"
    if anchor and path.endswith(".md") and anchor not in paths.headings(path):
        return f"{path} has no heading #{anchor}"
    return ""


def _normal(path: PurePosixPath) -> str:
    parts: list[str] = []
    for part in path.parts:
        if part == ".." and parts:
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
