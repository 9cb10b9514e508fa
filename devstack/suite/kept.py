"""Results kept by content: a part of the suite that passed is not run again while nothing it depends on has changed.

A part declares its inputs (`devstack/suite/parts.py`). Its mark is the hash of their names and contents, the
installed packages, the machine and the switches in the environment. A pass is kept under its mark in `build/`, which
git ignores, so that a clean checkout runs everything. A failure, or an input that changed in the meantime, keeps
nothing.
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
"""A test may depend on the day of its run, so no result is kept for longer."""
SWITCHES = re.compile(
    r"STAFFROOM_|E2E_|VITEST|KILLS_|NODE_|PYTHON|HYPOTHESIS|SCHEMATHESIS|CHROMIUM_PATH$|ALL$|TZ$|LANG$|LC_|CI$|DEBUG$"
)
PLACES = re.compile(r"STAFFROOM_(INSTANCE|STATE|STATE_ROOT|PORT|TEST_PORT|NEEDED_MB)$")
"""Switches for the place of a run, which do not change its results."""
IGNORED = {"node_modules", "dist", "build", "generated", "test-results", "playwright-report", "__pycache__"}
"""Folders to skip without git and its `.gitignore`, besides those whose names begin with a dot."""


@dataclass(frozen=True)
class Part:
    """A part of the suite and what it depends on: patterns of paths (`*` within a name, `**` through folders)."""

    name: str
    inputs: tuple[str, ...]
    without: tuple[str, ...] = ()
    node: bool = False
    """True if it runs in Node."""
    tracked: bool = False
    """True if the result depends on which files git tracks."""

    def reads(self, path: str) -> bool:
        """Return True if a file, by its path in the tree, is an input."""
        return among(self.inputs, path) and not among(self.without, path)


def among(patterns: Iterable[str], path: str) -> bool:
    """Return True if one of the patterns matches the whole path."""
    return any(expression(text).fullmatch(path) for text in patterns)


@lru_cache(maxsize=512)
def expression(text: str) -> re.Pattern[str]:
    """Convert a pattern of paths to a regular expression."""
    meant = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(meant.get(part, re.escape(part)) for part in re.split(r"(\*\*/|\*\*|\*)", text)))


class Tree:
    """The current files: those that git tracks and new ones, without ignored ones.

    `tracked` are those that git tracks, none outside of a checkout; `contents` is the hash of each file by path.
    """

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self.tracked = known(root)
        # Computed at once, because the mark of a part describes the tree before its run.
        self.contents = {path: digest for path in sorted(names(root)) if (digest := self._digest(root / path))}

    def mark(self, part: Part) -> str:
        """Return the mark under which a pass of a part is kept."""
        inputs = {path: digest for path, digest in self.contents.items() if part.reads(path)}
        content: list[object] = [part.name, machine(), inputs]
        if part.node:
            content.append(node())
        if part.tracked:
            content.append(sorted(self.tracked))
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()

    @staticmethod
    def _digest(file: Path) -> str:
        """Return the hash of a file with its executable bit, or the target of a link; empty for a missing file."""
        if file.is_symlink():
            return f"to {file.readlink()}"
        if not file.is_file():
            return ""
        return hashlib.sha256(file.read_bytes()).hexdigest() + "x" * os.access(file, os.X_OK)


def names(root: Path) -> set[str]:
    """Return the files of a tree: those that git tracks and new ones, without ignored ones."""
    return known(root, "--cached", "--others", "--exclude-standard") or set(walked(root))


def known(root: Path, *options: str) -> set[str]:
    """Return the files that git tracks; none outside of a checkout."""
    command = ["git", "ls-files", "-z", *options]
    try:
        done = subprocess.run(command, cwd=root, text=True, capture_output=True, check=False)
    except OSError:
        return set()
    return {path for path in done.stdout.split("\0") if path} if done.returncode == 0 else set()


def walked(root: Path) -> Iterator[str]:
    """Yield the files of a tree without git."""
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if name not in IGNORED and not name.startswith(".")]
        yield from (str((Path(folder) / name).relative_to(root)) for name in files)


@lru_cache(maxsize=1)
def machine() -> str:
    """Return the hash of the machine, its Python and packages, its Chromium, and the switches of the environment."""
    from devstack.tools import chromium

    packages = sorted(path.name for path in Path(sysconfig.get_path("purelib")).glob("*.dist-info"))
    switches = sorted(
        (name, value) for name, value in os.environ.items() if SWITCHES.match(name) and not PLACES.match(name)
    )
    browser = version(path) if (path := chromium.find()) else ""
    content = [sys.version, platform.platform(), os.cpu_count(), packages, switches, browser]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


@lru_cache(maxsize=1)
def node() -> str:
    """Return Node's version and the hash of npm's list of installed packages."""
    note = ROOT / "web" / "node_modules" / ".package-lock.json"
    return version("node") + (hashlib.sha256(note.read_bytes()).hexdigest() if note.exists() else "")


def version(program: str) -> str:
    """Return the output of a program's `--version`; empty without the program."""
    try:
        return subprocess.run([program, "--version"], text=True, capture_output=True, check=False).stdout.strip()
    except OSError:
        return ""


@dataclass(frozen=True)
class Pass:
    """A kept pass."""

    mark: str
    count: Count
    at: float

    def __str__(self) -> str:
        return f"unchanged since {time.strftime('%d/%m %H:%M', time.localtime(self.at))}"


class Kept:
    """The passes of earlier runs, and the seconds of each part's last run, in one file."""

    def __init__(self, path: Path, tree: Tree, believe: bool = True, keep: bool = True) -> None:
        """Read the file. With `believe` kept passes count; with `keep` passes of this run are kept."""
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
            pass  # a first run or an older format: everything runs

    def find(self, part: Part) -> Pass | None:
        """Return the pass of a part that still counts."""
        kept = self.passes.get(part.name)
        if not self.believe or kept is None or time.time() - kept.at > MOST_DAYS * 86_400:
            return None
        return kept if kept.mark == self.tree.mark(part) else None

    def note(self, part: Part, count: Count, seconds: float, sound: bool = True) -> None:
        """Write down the result of a part. A pass is kept if its inputs did not change during the run. Skipped tests do
        not matter, because they would be skipped again.

        `sound`: True if the part depends only on its declared inputs.
        """
        passed = count.passed and not count.failed
        mark = self.tree.mark(part) if self.keep and passed and sound else ""
        with self._lock:
            self.seconds[part.name] = round(seconds, 1)
            self.passes.pop(part.name, None)
            if mark and Tree(self.tree.root).mark(part) == mark:
                self.passes[part.name] = Pass(mark, count, time.time())
            content = {"passes": {name: asdict(one) for name, one in self.passes.items()}, "seconds": self.seconds}
            draft = self.path.with_suffix(".new")
            draft.write_text(json.dumps(content, indent=1))
            draft.replace(self.path)
