"""Raising the refusals of rules."""

from __future__ import annotations

import pytest

from kit.errors import Conflict, raise_if


def test_only_a_refusal_is_raised() -> None:
    raise_if(None)
    refusal = Conflict("It is shut", field="status")
    with pytest.raises(Conflict) as raised:
        raise_if(refusal)
    assert raised.value is refusal
    assert refusal.fields == {"status": "It is shut"}
