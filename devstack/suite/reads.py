"""A plugin of pytest (`-p devstack.suite.reads`): writes down which files of the tree a run opened.

So `make test` finds out when tests read what their part of the suite does not declare. What other programs read is not
seen, nor what a forked process reads for itself.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from devstack.layout import ROOT

VARIABLE = "STAFFROOM_READS"
"""Names the file to write; nothing is listened to without it."""
COMPILED = re.compile(r"__pycache__/([^/]+?)\.cpython-[^/]*$")
opened: set[str] = set()


def hear(event: str, arguments: tuple[Any, ...]) -> None:
    """Python's audit hook: notes that a file is opened."""
    if event == "open" and isinstance(arguments[0], str):
        opened.add(arguments[0])


def inside(paths: set[str]) -> list[str]:
    """Those that lie in the tree, by their path in it; a compiled module stands for its source."""
    root = f"{ROOT}/"
    found = {os.path.abspath(path).removeprefix(root) for path in paths if os.path.abspath(path).startswith(root)}  # noqa: PTH100 - links are names here
    return sorted({COMPILED.sub(r"\1.py", path) for path in found})


def pytest_unconfigure() -> None:
    """Write the list when the run is over."""
    if target := os.environ.get(VARIABLE):
        Path(target).write_text(json.dumps(inside(opened)))


if VARIABLE in os.environ:
    sys.addaudithook(hear)
