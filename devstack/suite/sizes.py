"""The two sizes of the suite (docs/testing.md): every declaration once, or everything with `ALL=1`."""

import os

LEFT = "left to ALL=1"
"""The property of pytest's report with the number of tests that the run left out."""


def everything() -> bool:
    """Return True if `ALL=1` asks for all accounts, widths and values, the long fuzz, fires, drill and upgrade."""
    return os.environ.get("ALL", "") not in ("", "0")
