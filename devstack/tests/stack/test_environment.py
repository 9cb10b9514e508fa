"""Settings of the processes: the limits of `make up` are the real ones, those of a test run are not."""

from dataclasses import replace

import pytest

from devstack.layout import TEST_INSTANCE, Instance
from devstack.stack import environment

ADDRESS = "STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS"


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (ADDRESS, "STAFFROOM_RATE_AVERAGE", "STAFFROOM_RATE_SIGN_IN_AVERAGE", "STAFFROOM_SIGN_IN_TRIES"):
        monkeypatch.delenv(name, raising=False)


def limits(instance: Instance) -> tuple[str | None, ...]:
    """Those that the environment of identity names; the others are the services' own, the real ones."""
    names = (ADDRESS, "STAFFROOM_RATE_AVERAGE", "STAFFROOM_RATE_SIGN_IN_AVERAGE")
    return tuple(environment.for_service(instance, "identity").get(name) for name in names)


def test_an_installation_has_the_real_limits(instance: Instance) -> None:
    assert limits(instance) == (None, None, None)


def test_a_test_run_may_do_more_from_one_address(instance: Instance) -> None:
    assert limits(replace(instance, name=TEST_INSTANCE)) == ("5000", "20000", "6000")


def test_a_bench_says_so(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_RATE_AVERAGE", "100000")
    assert limits(instance) == (None, "100000", None)
