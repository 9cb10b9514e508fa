"""Email addresses, tested with the same table as the page's check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import staffroom_testing
from kit.errors import Invalid
from kit.values import Email, addresses
from kit.values.shown import shown

TABLE = json.loads((Path(staffroom_testing.__file__).parent / "addresses.json").read_text())


@pytest.mark.parametrize(("typed", "stored"), TABLE["accepted"])
def test_valid_address_is_accepted(typed: str, stored: str) -> None:
    assert Email().parse(typed) == stored
    assert Email().parse(stored) == stored
    assert stored.isascii()
    assert addresses.known_as(typed) == stored


@pytest.mark.parametrize("typed", TABLE["refused"])
def test_invalid_address_is_refused(typed: str) -> None:
    with pytest.raises(Invalid) as refused:
        Email().parse(typed)
    assert refused.value.text == addresses.BAD_EMAIL
    assert addresses.known_as(typed) == typed


@pytest.mark.parametrize(("stored", "read"), TABLE["shown"])
def test_address_is_shown_decoded(stored: str, read: str) -> None:
    assert shown(stored, "email") == read
    if stored:
        assert addresses.stored(read) == stored
