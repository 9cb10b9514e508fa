"""Ports of an instance."""

import pytest

from devstack import layout
from devstack.layout import Instance, Trouble


def test_ports_follow_the_table_of_operations(instance: Instance) -> None:
    at = Instance("dev", 8080, "127.0.0.1", instance.state)
    assert [at.port(name) for name in ("gateway", "postgres", "nats", "valkey", "gateway-admin")] == [
        8080,
        8182,
        8183,
        8185,
        8189,
    ]
    assert (at.http("people"), at.grpc("people"), at.events("people"), at.worker("files")) == (8191, 8201, 8211, 8225)


def test_invalid_port_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_PORT", "eighty")
    with pytest.raises(Trouble, match="STAFFROOM_PORT is 'eighty': give a port number"):
        layout.instance("dev")
