"""The real services that own the records with files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from staffroom_testing import peers


@pytest.fixture(autouse=True)
def owners() -> Iterator[None]:
    with peers.answering("people", "teaching"):
        yield
