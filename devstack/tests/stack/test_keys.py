"""Secrets of an instance, made once, and replaced by name."""

import json
import stat
from pathlib import Path

import pytest

from devstack.layout import SERVICES, Instance, Trouble
from devstack.stack import keys


@pytest.fixture
def instance(tmp_path: Path) -> Instance:
    return Instance("proof", 8080, "127.0.0.1", tmp_path)


@pytest.mark.parametrize("name", ["people", "broker_people", "service_key", "backup"])
def test_renewed_secret_leaves_others_unchanged(instance: Instance, name: str) -> None:
    before = keys.load(instance)
    keys.renew(instance, name)
    after = keys.load(instance)
    assert {each for each in before if before[each] != after[each]} == {name}
    assert (instance.state / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_old_key_of_second_factors_still_opens(instance: Instance) -> None:
    before = keys.load(instance)["second_factor_key"]
    keys.renew(instance, "second_factor_key")
    new, old = keys.load(instance)["second_factor_key"].split(",")
    assert old == before != new


def test_signing_key_is_replaced(instance: Instance) -> None:
    before, secrets = keys.signing_key(instance).read_text(), keys.load(instance)
    keys.renew(instance, "signing_key")
    assert keys.signing_key(instance).read_text() != before
    assert keys.load(instance) == secrets


@pytest.mark.parametrize("name", ["", "postgres", "nobody"])
def test_unknown_secret_is_refused_with_known_names(instance: Instance, name: str) -> None:
    before = keys.load(instance)
    with pytest.raises(Trouble, match=r"name one of signing_key, backup, .*xero_webhook_key"):
        keys.renew(instance, name)
    assert json.loads((instance.state / "secrets.json").read_text()) == before


def test_secrets_are_made_once_and_only_their_owner_reads_them(instance: Instance) -> None:
    first = keys.load(instance)
    brokers = {f"broker_{name}" for name in (*SERVICES, "tests")}
    others = {"postgres", "backup", "service_key", "second_factor_key", *keys.XERO, *keys.KEYCLOAK}
    assert set(first) == others | set(SERVICES) | brokers
    assert keys.load(instance) == first
    pem = keys.signing_key(instance)
    assert pem.read_text().startswith("-----BEGIN PRIVATE KEY-----")
    for path in (pem, instance.state / "secrets.json"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
