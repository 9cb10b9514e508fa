"""A plugin of pytest (`-p devstack.suite.reads`) that lists the files of the tree that a run opened.

With the list `make test` notices tests that read files that their part does not declare. Files that other programs or
forked processes open are not listed.
"""

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from devstack.layout import ROOT

VARIABLE = "STAFFROOM_READS"
"""Names the file to write. Without it the plugin does nothing."""
COMPILED = re.compile(r"__pycache__/([^/]+?)\.cpython-[^/]*$")
opened: set[str] = set()


def hear(event: str, arguments: tuple[Any, ...]) -> None:
    """Record an opened file, as an audit hook of Python."""
    if event == "open" and isinstance(arguments[0], str):
        opened.add(arguments[0])


def inside(paths: set[str]) -> list[str]:
    """Return the paths within the tree; a compiled module stands for its source."""
    root = f"{ROOT}/"
    files = {os.path.abspath(path).removeprefix(root) for path in paths if os.path.abspath(path).startswith(root)}  # noqa: PTH100 - links are names here
    return sorted({COMPILED.sub(r"\1.py", path) for path in files})


def pytest_unconfigure() -> None:
    """Write the list at the end of the run."""
    if target := os.environ.get(VARIABLE):
        Path(target).write_text(json.dumps(inside(opened)))


if VARIABLE in os.environ:
    sys.addaudithook(hear)
