"""A secret of an instance is made anew by its name; the others stay."""

import json
from pathlib import Path

import pytest

from devstack.layout import Instance, Trouble
from devstack.stack import keys


@pytest.fixture
def instance(tmp_path: Path) -> Instance:
    return Instance("proof", 8080, "127.0.0.1", tmp_path)


@pytest.mark.parametrize("name", ["people", "broker_people", "service_key", "backup"])
def test_one_is_new_and_the_others_are_as_they_were(instance: Instance, name: str) -> None:
    before = keys.load(instance)
    keys.renew(instance, name)
    after = keys.load(instance)
    assert {each for each in before if before[each] != after[each]} == {name}
    assert (instance.state / "secrets.json").stat().st_mode & 0o777 == 0o600


def test_the_old_key_of_second_factors_still_opens(instance: Instance) -> None:
    before = keys.load(instance)["second_factor_key"]
    keys.renew(instance, "second_factor_key")
    new, old = keys.load(instance)["second_factor_key"].split(",")
    assert old == before != new


def test_the_signing_key_is_a_new_one(instance: Instance) -> None:
    before, secrets = keys.signing_key(instance).read_text(), keys.load(instance)
    keys.renew(instance, "signing_key")
    assert keys.signing_key(instance).read_text() != before
    assert keys.load(instance) == secrets


@pytest.mark.parametrize("name", ["", "postgres", "nobody"])
def test_others_are_refused_with_the_names_there_are(instance: Instance, name: str) -> None:
    before = keys.load(instance)
    with pytest.raises(Trouble, match=r"name one of signing_key, backup, .*xero_webhook_key"):
        keys.renew(instance, name)
    assert json.loads((instance.state / "secrets.json").read_text()) == before
