"""Runs `files.reading.child` on the content of a file: a process of its own, with limits of memory and time."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

TOO_LONG = "It takes too long or too much memory to read"


def run(
    content: Iterable[bytes], extension: str, folder: Path, seconds: float, wanted: str = ""
) -> dict[str, Any] | None:
    """Read the content of a file of the kind `extension` into `folder`, and return its `result.json`; None where the
    process ended before there was one. Raises what reading `content` raises, OSError."""
    source = folder / "source"
    with source.open("wb") as target:
        target.writelines(content)
    command = [sys.executable, "-m", "files.reading.child", str(source), extension, str(folder)]
    if wanted:
        command.append(wanted)
    with contextlib.suppress(subprocess.TimeoutExpired):
        # The command is ours; the file is named by a path of ours.
        subprocess.run(command, timeout=seconds, check=False, capture_output=True)
    try:
        result: dict[str, Any] = json.loads((folder / "result.json").read_text())
    except (OSError, ValueError):
        return None
    return result
