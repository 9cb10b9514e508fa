"""Keycloak of an instance: the choice is remembered, settings are passed on, and missing programs are named."""

import json
import re
from pathlib import Path

import pytest

from devstack.layout import KEYCLOAK, OWN, Instance, Trouble
from devstack.run import control
from devstack.stack import components, environment, keycloak, keys, postgres
from devstack.suite.counting import Count
from devstack.suite.kept import Tree
from devstack.suite.testing import Suite


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGN_IN", raising=False)


@pytest.fixture
def chosen(instance: Instance) -> Instance:
    """An instance that remembers Keycloak."""
    instance.sign_in_file.write_text(KEYCLOAK)
    return instance


def names(instance: Instance) -> set[str]:
    """The components of an instance."""
    return {component.name for component in components.table(instance)}


def test_sign_in_is_remembered_until_it_changes(instance: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    assert instance.sign_in == OWN
    for choice in (KEYCLOAK, OWN):
        monkeypatch.setenv("SIGN_IN", choice)
        keycloak.remember(instance)
        monkeypatch.delenv("SIGN_IN")
        assert instance.sign_in == choice
    monkeypatch.setenv("SIGN_IN", "elsewhere")
    with pytest.raises(Trouble, match="SIGN_IN is 'elsewhere': give own or keycloak"):
        _ = instance.sign_in


def test_keycloak_runs_only_when_chosen(instance: Instance) -> None:
    assert KEYCLOAK not in names(instance)
    assert KEYCLOAK not in postgres.owners(instance)
    assert environment.realm(instance) == {}
    assert environment.gateway(instance)["SSO_URL"] == ""


def test_only_identity_gets_settings_of_keycloak(chosen: Instance) -> None:
    for process in ("web", "events", "worker"):
        env = environment.for_service(chosen, "identity", process)
        assert env["STAFFROOM_KEYCLOAK_URL"] == f"http://127.0.0.1:{chosen.port('keycloak')}/sso/"
        assert env["STAFFROOM_KEYCLOAK_CLIENT_SECRET"] == keys.load(chosen)["keycloak_client"]
    assert not environment.realm(chosen).keys() & environment.for_service(chosen, "people").keys()


def test_keycloak_has_its_own_role_and_database(chosen: Instance) -> None:
    before = postgres.databases_mark(chosen)
    assert postgres.owners(chosen)[KEYCLOAK] == "keycloak"
    assert environment.keycloak(chosen)["KC_DB_PASSWORD"] == keys.load(chosen)["keycloak"]
    chosen.sign_in_file.write_text(OWN)
    assert postgres.databases_mark(chosen) != before


def test_console_is_routed_only_in_demo_mode(chosen: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_DEMO", "0")
    assert environment.gateway(chosen)["SSO_CONSOLE"] == ""
    monkeypatch.setenv("STAFFROOM_DEMO", "1")
    assert environment.gateway(chosen)["SSO_CONSOLE"] == "1"


def test_every_placeholder_of_the_realm_has_a_value(chosen: Instance) -> None:
    text = keycloak.REALM.read_text()
    given = environment.keycloak(chosen)
    assert {name for name in re.findall(r"\$\{(\w+)\}", text) if name not in given} == set()
    assert json.loads(text)["realm"] == environment.realm(chosen)["STAFFROOM_KEYCLOAK_REALM"]


def test_instance_with_keycloak_restarts_to_run_without(chosen: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    _runs(chosen, monkeypatch)
    assert control.staleness(chosen, [], 0) == ""
    monkeypatch.setenv("SIGN_IN", OWN)
    assert "It runs with Keycloak" in control.staleness(chosen, [], 0)


def test_replaced_secret_restarts_the_instance(chosen: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    _runs(chosen, monkeypatch)
    assert control.staleness(chosen, [], 0) == ""
    kept = json.loads((chosen.state / "secrets.json").read_text())
    kept.pop("service_key")
    (chosen.state / "secrets.json").write_text(json.dumps(kept))
    assert "secrets" in control.staleness(chosen, [], 0)


def _runs(chosen: Instance, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the files of an instance that was started completely with the current code."""
    monkeypatch.setattr(control, "written_since", lambda moment: False)
    components_now: dict[str, dict[str, str]] = {name: {} for name in names(chosen)}
    chosen.status_file.write_text(json.dumps({"components": components_now}))
    stamp = postgres.databases_stamp(chosen)
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(postgres.databases_mark(chosen))


def test_machine_without_maven_gets_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keycloak, "CACHE", tmp_path)
    monkeypatch.setattr(keycloak, "HOME", tmp_path / "keycloak")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match=r"Maven is missing: install it \(Debian: `apt-get install maven`"):
        keycloak.prepare()
    (tmp_path / "mvn").touch(0o755)
    assert keycloak.missing() == ""
    (tmp_path / keycloak.ARCHIVE).write_text("another file")
    with pytest.raises(Trouble, match=r"is not Keycloak .* as it was published: remove it"):
        keycloak.prepare()


def test_java_version_is_read(tmp_path: Path) -> None:
    java = tmp_path / "java"
    assert keycloak.java_version(java) == 0
    java.write_text("""#!/bin/sh\necho 'openjdk version "11.0.22" 2024-01-16' >&2\n""")
    java.chmod(0o755)
    assert keycloak.java_version(java) == 11


def test_stage_is_skipped_in_one_line_when_it_cannot_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(keycloak, "missing", lambda: "Maven is missing.")
    assert Suite(["keycloak"], Tree(tmp_path)).stages["keycloak"]() == Count(skipped=1)
    assert capsys.readouterr().out == "  skipped: Maven is missing.\n"


def test_stage_restarts_the_stack_with_keycloak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, str]] = []

    def stack(self: Suite, whole: bool) -> Count:
        seen.append((self.started, self.target.sign_in))
        return Count()

    monkeypatch.setenv("SIGN_IN", OWN)
    monkeypatch.setattr(keycloak, "missing", lambda: "")
    monkeypatch.setattr("devstack.tools.chromium.ensure", lambda: "chromium")
    monkeypatch.setattr(Suite, "spare", lambda self, part: None)
    monkeypatch.setattr(Suite, "stack", stack)
    monkeypatch.setattr(Suite, "run_playwright", lambda self, part, script, path: Count(passed=7))
    suite = Suite(["keycloak"], Tree(tmp_path))
    suite.started = "whole"
    assert suite.stages["keycloak"]() == Count(passed=7)
    assert seen == [("partly", KEYCLOAK)]
