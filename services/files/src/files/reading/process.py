"""Separate processes that open uploaded files, with limits of memory and time."""

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
    """Run `module` in a separate process and return the JSON object that it wrote to `result`; None if it ended before.
    Raises OSError. The module must call `files.reading.child.limit` first."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        # we choose the command and the paths of the files
        subprocess.run([sys.executable, "-m", module, *arguments], timeout=seconds, check=False, capture_output=True)
    try:
        left: dict[str, Any] = json.loads(result.read_text())
    except (OSError, ValueError):
        return None
    return left


def run(
    content: Iterable[bytes], extension: str, folder: Path, seconds: float, wanted: str = ""
) -> dict[str, Any] | None:
    """Read content with the extension `extension` into `folder`, and return its `result.json`; None if the process
    ended before. Raises OSError, and the errors of reading `content`."""
    source = folder / "source"
    with source.open("wb") as target:
        target.writelines(content)
    arguments = [str(source), extension, str(folder), *([wanted] if wanted else [])]
    return started("files.reading.child", *arguments, result=folder / "result.json", seconds=seconds)
