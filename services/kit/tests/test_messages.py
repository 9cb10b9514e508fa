"""Protobuf messages from rows."""

from __future__ import annotations

from google.protobuf.api_pb2 import Mixin

from kit.rpc import message


def test_message_has_the_columns_that_are_its_fields() -> None:
    assert message(Mixin, {"name": "a", "root": None, "version": 3}) == Mixin(name="a")
    assert message(Mixin, {"name": "a"}, root="b") == Mixin(name="a", root="b")
    assert message(Mixin, {"name": "a"}, name="b") == Mixin(name="b")
