"""The size of a run, declared beside each test (docs/testing.md).

A test marked `@pytest.mark.all` runs only with `ALL=1`. A repeating test takes its number of repetitions from `sized`::

    HISTORIES = sized(5_000, 97_400)
"""

from __future__ import annotations

from typing import TypeVar

import pytest

from devstack.suite.sizes import LEFT, everything

__all__ = ["ALL", "LEFT", "leave_out", "number_left", "sized"]

ALL = everything()
MARK = "all"

T = TypeVar("T")
_left = pytest.StashKey[int]()


def sized(once: T, every: T) -> T:
    """Return `once` in a run that covers each declaration once, `every` with `ALL=1`."""
    return every if ALL else once


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `all`, unless this run covers everything."""
    left = [] if ALL else [item for item in items if item.get_closest_marker(MARK)]
    config.stash[_left] = len(left)
    if left:
        items[:] = [item for item in items if not item.get_closest_marker(MARK)]
        config.hook.pytest_deselected(items=left)


def number_left(config: pytest.Config) -> int:
    """Return the number of tests that `leave_out` deselected."""
    return config.stash.get(_left, 0)
