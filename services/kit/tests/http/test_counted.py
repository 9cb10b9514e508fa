"""The limit of the calls of one address."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest

from kit.errors import TooMany
from kit.http import counted


def _from(address: str) -> Any:
    return SimpleNamespace(request=SimpleNamespace(client=None), header=lambda _: address)


def test_each_address_has_its_own_limit_and_an_unknown_one_has_none() -> None:
    name = f"toys-{uuid4()}"
    for _ in range(3):
        counted.count(_from("203.0.113.7"), name, 3, 60, "Please wait")
    with pytest.raises(TooMany, match="Please wait"):
        counted.count(_from("203.0.113.7"), name, 3, 60, "Please wait")
    counted.count(_from("203.0.113.8"), name, 3, 60)
    for _ in range(9):
        counted.count(_from(""), name, 3, 60)
