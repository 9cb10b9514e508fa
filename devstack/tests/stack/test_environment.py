"""Settings of processes: `make up` has the real limits, and a test run higher ones."""

from dataclasses import replace

import pytest

from devstack.layout import TEST_INSTANCE, Instance
from devstack.stack import environment, keys

ADDRESS = "STAFFROOM_SIGN_IN_TRIES_PER_ADDRESS"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (ADDRESS, "STAFFROOM_RATE_AVERAGE", "STAFFROOM_RATE_SIGN_IN_AVERAGE", "STAFFROOM_SIGN_IN_TRIES"):
        monkeypatch.delenv(name, raising=False)


def limits(instance: Instance) -> tuple[str | None, ...]:
    """Return the limits in the environment of identity. Without one, the services' own limits apply, the real ones."""
    names = (ADDRESS, "STAFFROOM_RATE_AVERAGE", "STAFFROOM_RATE_SIGN_IN_AVERAGE")
    return tuple(environment.for_service(instance, "identity").get(name) for name in names)


def test_installation_has_real_limits(instance: Instance) -> None:
    assert limits(instance) == (None, None, None)


def test_test_run_has_higher_limits_for_one_address(instance: Instance) -> None:
    assert limits(replace(instance, name=TEST_INSTANCE)) == ("5000", "20000", "6000")


def test_named_limit_of_the_machine_applies(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_RATE_AVERAGE", "100000")
    assert limits(instance) == (None, "100000", None)


def test_service_gets_every_setting_and_no_other_services_secrets(instance: Instance) -> None:
    people, identity = (environment.for_service(instance, name) for name in ("people", "identity"))
    for name in (
        "DATABASE_URL",
        "NATS_URL",
        "REDIS_URL",
        "HTTP_PORT",
        "GRPC_PORT",
        "METRICS_PORT",
        "GRPC_PEERS",
        "JWKS_URL",
        "SERVICE_KEY",
        "PUBLIC_URL",
        "PDF_URL",
        "SMTP_URL",
        "DEMO",
        "LOG_LEVEL",
    ):
        assert people[f"STAFFROOM_{name}"]
    assert not {"STAFFROOM_SIGNING_KEY", "STAFFROOM_SECOND_FACTOR_KEY"} & people.keys()
    assert identity["STAFFROOM_SECOND_FACTOR_KEY"] == keys.load(instance)["second_factor_key"]
    assert identity["STAFFROOM_SIGNING_KEY"].endswith(".pem")
    assert keys.load(instance)["identity"] not in "".join(people.values())
    assert environment.for_service(instance, "files")["STAFFROOM_STORAGE_URL"].startswith("file:///")


def test_settings_of_another_instance_do_not_leak_into_a_process(
    instance: Instance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFFROOM_DATABASE_URL", "postgresql://elsewhere")
    assert "STAFFROOM_DATABASE_URL" not in environment.process(instance, {})
