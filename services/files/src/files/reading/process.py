"""Runs what opens files of others: processes of their own, with limits of memory and time."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TOO_LONG = "It takes too long or too much memory to read"


def started(module: str, *arguments: str, result: Path, seconds: float) -> dict[str, Any] | None:
    """Run `module` in a process of its own and return the JSON object that it left at `result`; None where it ended
    before there was one. Raises OSError. The module calls `files.reading.child.limit` first."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        # The command is ours; the files are named by paths of ours.
        subprocess.run([sys.executable, "-m", module, *arguments], timeout=seconds, check=False, capture_output=True)
    try:
        left: dict[str, Any] = json.loads(result.read_text())
    except (OSError, ValueError):
        return None
    return left


def run(
    content: Iterable[bytes], extension: str, folder: Path, seconds: float, wanted: str = ""
) -> dict[str, Any] | None:
    """Read the content of a file of the kind `extension` into `folder`, and return its `result.json`; None where the
    process ended before there was one. Raises what reading `content` raises, OSError."""
    source = folder / "source"
    with source.open("wb") as target:
        target.writelines(content)
    arguments = [str(source), extension, str(folder), *([wanted] if wanted else [])]
    return started("files.reading.child", *arguments, result=folder / "result.json", seconds=seconds)
