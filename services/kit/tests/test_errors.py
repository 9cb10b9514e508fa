"""Refusals that a rule answers."""

from __future__ import annotations

import pytest

from kit.errors import Conflict, raise_if


def test_a_refusal_is_raised_and_nothing_else() -> None:
    raise_if(None)
    refusal = Conflict("It is shut", field="status")
    with pytest.raises(Conflict) as raised:
        raise_if(refusal)
    assert raised.value is refusal
    assert refusal.fields == {"status": "It is shut"}
