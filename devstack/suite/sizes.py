"""The two sizes of the suite (docs/testing.md): every declared thing once, or with `ALL=1` everything."""

import os

LEFT = "left to ALL=1"
"""The property of a report of pytest with the number of tests that the run left out."""


def everything() -> bool:
    """Whether `ALL=1` asks for all accounts, widths and values, the long fuzz, fires, drill and upgrade."""
    return os.environ.get("ALL", "") not in ("", "0")
