"""Results kept by content: a part of the suite that passed is not run again while nothing it depends on has changed.

A part declares its inputs (`devstack/suite/parts.py`). Their names and contents, what is installed, the machine and the
switches in the environment make its mark. A pass is kept under its mark in `build/`, which git ignores, so that a clean
checkout runs everything. A failure, or an input that changed meanwhile, keeps nothing.
"""

import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from devstack.layout import ROOT
from devstack.suite.counting import Count

MOST_DAYS = 7
"""A test may depend on the day it is run on, so no result is for ever."""
SWITCHES = re.compile(
    r"STAFFROOM_|E2E_|VITEST|KILLS_|NODE_|PYTHON|HYPOTHESIS|SCHEMATHESIS|CHROMIUM_PATH$|ALL$|TZ$|LANG$|LC_|CI$|DEBUG$"
)
PLACES = re.compile(r"STAFFROOM_(INSTANCE|STATE|STATE_ROOT|PORT|TEST_PORT|NEEDED_MB)$")
"""Switches that say where a run takes place, not what it does."""
IGNORED = {"node_modules", "dist", "build", "generated", "test-results", "playwright-report", "__pycache__"}
"""Folders left out where there is no git to ask (`.gitignore`), besides those whose name begins with a dot."""


@dataclass(frozen=True)
class Part:
    """A part of the suite and what it depends on: patterns of paths (`*` within a name, `**` through folders)."""

    name: str
    inputs: tuple[str, ...]
    without: tuple[str, ...] = ()
    node: bool = False
    """Whether it runs in Node."""
    tracked: bool = False
    """Whether it matters which of the files git knows."""

    def reads(self, path: str) -> bool:
        """Whether a file, by its path in the tree, is an input."""
        return among(self.inputs, path) and not among(self.without, path)


def among(patterns: Iterable[str], path: str) -> bool:
    """Whether one of the patterns takes the whole path."""
    return any(expression(text).fullmatch(path) for text in patterns)


@lru_cache(maxsize=512)
def expression(text: str) -> re.Pattern[str]:
    """A pattern of paths as a regular expression."""
    meant = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(meant.get(part, re.escape(part)) for part in re.split(r"(\*\*/|\*\*|\*)", text)))


class Tree:
    """The files as they are now: those git knows and new ones, without what it ignores.

    `tracked` are those git knows, none outside of a checkout; `contents` has a hash by path of what every file holds.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.tracked = known(root)
        # At once: what a part is measured by is the tree from before it ran.
        self.contents = {path: held for path in sorted(names(root)) if (held := self._held(root / path))}

    def mark(self, part: Part) -> str:
        """The mark under which a pass of a part is kept."""
        inputs = {path: content for path, content in self.contents.items() if part.reads(path)}
        told: list[object] = [part.name, machine(), inputs]
        if part.node:
            told.append(node())
        if part.tracked:
            told.append(sorted(self.tracked))
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()

    @staticmethod
    def _held(file: Path) -> str:
        """Hash of a file with whether it can be executed; where a link leads; nothing for what is gone."""
        if file.is_symlink():
            return f"to {file.readlink()}"
        if not file.is_file():
            return ""
        return hashlib.sha256(file.read_bytes()).hexdigest() + "x" * os.access(file, os.X_OK)


def names(root: Path) -> set[str]:
    """The files of a tree: those git knows and new ones, without what it ignores."""
    return known(root, "--cached", "--others", "--exclude-standard") or set(walked(root))


def known(root: Path, *options: str) -> set[str]:
    """The files git knows; none outside of a checkout."""
    command = ["git", "ls-files", "-z", *options]
    try:
        done = subprocess.run(command, cwd=root, text=True, capture_output=True, check=False)
    except OSError:
        return set()
    return {path for path in done.stdout.split("\0") if path} if done.returncode == 0 else set()


def walked(root: Path) -> Iterator[str]:
    """The files of a tree where there is no git to ask."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in IGNORED and not name.startswith(".")]
        yield from (str((Path(folder) / name).relative_to(root)) for name in files)


@lru_cache(maxsize=1)
def machine() -> str:
    """The machine, its Python and what is installed there, its Chromium, and the switches of the environment."""
    from devstack.tools import chromium

    packages = sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    switches = sorted(
        (name, value) for name, value in os.environ.items() if SWITCHES.match(name) and not PLACES.match(name)
    )
    browser = version(found) if (found := chromium.find()) else ""
    told = [sys.version, platform.platform(), os.cpu_count(), packages, switches, browser]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@lru_cache(maxsize=1)
def node() -> str:
    """Node, and what npm says that it installed."""
    note = ROOT / "web" / "node_modules" / ".package-lock.json"
    return version("node") + (hashlib.sha256(note.read_bytes()).hexdigest() if note.exists() else "")


def version(program: str) -> str:
    """A program's answer to `--version`; empty where there is none."""
    try:
        return subprocess.run([program, "--version"], text=True, capture_output=True, check=False).stdout.strip()
    except OSError:
        return ""


@dataclass(frozen=True)
class Pass:
    """A pass that was kept."""

    mark: str
    count: Count
    at: float

    def __str__(self) -> str:
        return f"unchanged since {time.strftime('%d/%m %H:%M', time.localtime(self.at))}"


class Kept:
    """The passes of earlier runs, and what each part took when it was last run, in one file."""

    def __init__(self, path: Path, tree: Tree, believe: bool = True, keep: bool = True) -> None:
        """`believe`: whether what was kept counts; `keep`: whether what passes now will."""
        self.path, self.tree, self.believe, self.keep = path, tree, believe, keep
        self.passes: dict[str, Pass] = {}
        self.seconds: dict[str, float] = {}
        self._lock = threading.Lock()
        try:
            read = json.loads(path.read_text())
            for name, one in read["passes"].items():
                self.passes[name] = Pass(one["mark"], Count(**one["count"]), one["at"])
            self.seconds.update(read["seconds"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            pass  # the first run, or one of an older form: everything is run

    def find(self, part: Part) -> Pass | None:
        """The pass of a part that still counts."""
        kept = self.passes.get(part.name)
        if not self.believe or kept is None or time.time() - kept.at > MOST_DAYS * 86_400:
            return None
        return kept if kept.mark == self.tree.mark(part) else None

    def note(self, part: Part, count: Count, seconds: float, sound: bool = True) -> None:
        """Note what a run of a part came to. A pass is kept when its inputs are the same as when it began; what was
        skipped would be again.

        `sound`: whether the part is known to depend on what it declares alone.
        """
        passed = count.passed and not count.failed
        mark = self.tree.mark(part) if self.keep and passed and sound else ""
        with self._lock:
            self.seconds[part.name] = round(seconds, 1)
            self.passes.pop(part.name, None)
            if mark and Tree(self.tree.root).mark(part) == mark:
                self.passes[part.name] = Pass(mark, count, time.time())
            told = {"passes": {name: asdict(one) for name, one in self.passes.items()}, "seconds": self.seconds}
            draft = self.path.with_suffix(".new")
            draft.write_text(json.dumps(told, indent=1))
            draft.replace(self.path)
