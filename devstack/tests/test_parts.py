"""The smaller parts: counting, mail sink, PDF server, environment, proto stamps, messages."""

import asyncio
import json
import os
import smtplib
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from devstack import bootstrap, layout, prepare
from devstack.layout import SERVICES, Instance, Trouble
from devstack.stack import environment, keys
from devstack.stack.probes import tcp_open
from devstack.suite.counting import Count, junit, vitest_json


def test_counts_add_up_and_print_as_the_last_line_of_a_run() -> None:
    total = Count(3, 0, 1) + Count(4, 2)
    assert str(total) == "7 passed, 2 failed, 1 skipped"
    assert str(Count(1)) == "1 passed, 0 failed"


def test_a_report_of_vitest_is_counted_by_folder(tmp_path: Path) -> None:
    def file(name: str, status: str, *states: str) -> dict[str, object]:
        return {"name": f"/web/{name}", "status": status, "assertionResults": [{"status": state} for state in states]}

    path = tmp_path / "vitest.json"
    files = [
        file("libs/a.test.ts", "passed", "passed", "passed", "pending"),
        file("libs/b.test.ts", "failed", "passed", "failed"),
        file("apps/c.test.ts", "failed"),  # it did not load
    ]
    path.write_text(json.dumps({"testResults": files}))
    assert vitest_json(path, Path("/web/libs")) == Count(3, 1, 1)
    assert vitest_json(path, Path("/web/apps/")) == Count(0, 1)


def test_a_junit_file_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    path.write_text('<testsuites><testsuite tests="9" failures="1" errors="2" skipped="3"/></testsuites>')
    assert junit(path) == Count(3, 3, 3)


def test_ports_follow_the_table_of_operations(instance: Instance) -> None:
    at = Instance("dev", 8080, "127.0.0.1", instance.state)
    assert [at.port(name) for name in ("gateway", "postgres", "nats", "valkey", "gateway-admin")] == [
        8080, 8182, 8183, 8185, 8189,
    ]  # fmt: skip
    assert (at.http("people"), at.grpc("people"), at.events("people"), at.worker("files")) == (8191, 8201, 8211, 8225)


def test_secrets_are_made_once_and_readable_by_their_owner_alone(instance: Instance) -> None:
    first = keys.load(instance)
    brokers = {f"broker_{name}" for name in (*SERVICES, "tests")}
    made = {"postgres", "backup", "service_key", "second_factor_key", *keys.XERO, *keys.KEYCLOAK}
    assert set(first) == made | set(SERVICES) | brokers
    assert keys.load(instance) == first
    pem = keys.signing_key(instance)
    assert pem.read_text().startswith("-----BEGIN PRIVATE KEY-----")
    for path in (pem, instance.state / "secrets.json"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_service_gets_every_setting_and_only_its_own(instance: Instance) -> None:
    people, identity = (environment.for_service(instance, name) for name in ("people", "identity"))
    for name in ("DATABASE_URL", "NATS_URL", "REDIS_URL", "HTTP_PORT", "GRPC_PORT", "METRICS_PORT", "GRPC_PEERS",
                 "JWKS_URL", "SERVICE_KEY", "PUBLIC_URL", "PDF_URL", "SMTP_URL", "DEMO", "LOG_LEVEL"):  # fmt: skip
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


def test_a_port_that_is_none_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_PORT", "eighty")
    with pytest.raises(Trouble, match="STAFFROOM_PORT is 'eighty': give a port number"):
        layout.instance("dev")


async def listening(port: int) -> bool:
    """Whether a port takes connections."""
    return await tcp_open(port)()


def test_the_mail_sink_keeps_messages_as_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "devstack.programs.smtp", "19351", str(tmp_path)]
    sink = subprocess.Popen(command, cwd=layout.ROOT)
    try:
        end = time.monotonic() + 10
        while not asyncio.run(listening(19351)):
            assert time.monotonic() < end
        with smtplib.SMTP("127.0.0.1", 19351) as client:
            message = "Subject: Hallo\r\n\r\nText £".encode()
            client.sendmail("a@example.org", ["b@example.org", "c@example.org"], message)
    finally:
        sink.terminate()
        sink.wait(10)
    (kept,) = tmp_path.glob("*.eml")
    text = kept.read_text()
    assert "X-Envelope-To: b@example.org, c@example.org" in text
    assert "Subject: Hallo" in text


def test_an_old_node_is_refused_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v18.20.0\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match=r"Node v18\.20\.0 is too old: install Node 20 or newer"):
        prepare.check_node()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(Trouble, match="Node with npm is missing: install"):
        prepare.check_node()


def test_failed_installations_are_explained() -> None:
    assert "disk is full" in str(bootstrap.explain("error: No space left on device"))
    assert "registry cannot be reached" in str(bootstrap.explain("error: Failed to connect: dns error"))
    assert "build-essential" in str(bootstrap.explain("error: failed to build `x`: no gcc"))
    assert "npm registry cannot be reached" in prepare.explain_npm("npm error code ENOTFOUND")


def test_a_disk_that_is_too_full_is_refused_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_NEEDED_MB", "999999999")
    with pytest.raises(bootstrap.Trouble, match="MB are needed: free some space"):
        bootstrap.check_disk()


def test_an_old_python_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devstack.bootstrap.sys.version_info", (3, 9, 2))
    with pytest.raises(bootstrap.Trouble, match=r"Python 3\.9\.2 is too old: install Python 3\.11 or newer"):
        bootstrap.check_python()


def test_a_command_runs_in_the_environment_of_the_tree_and_may_keep_what_it_compiles(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    became: list[str] = []
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("VIRTUAL_ENV", "")
    monkeypatch.setenv("PATH", "/usr/bin")
    monkeypatch.chdir(layout.ROOT)
    monkeypatch.setattr("devstack.bootstrap.prepare", lambda: bootstrap.say("Installing uv"))
    monkeypatch.setattr("devstack.bootstrap.sys.argv", ["bootstrap.py", "status"])
    monkeypatch.setattr("devstack.bootstrap.os.execv", lambda program, arguments: became.extend(arguments))
    bootstrap.main()
    assert became == [str(layout.ROOT / ".venv" / "bin" / "python"), "-m", "devstack", "status"]
    assert capsys.readouterr() == ("", "Installing uv\n"), "a shell reads the output of `make env`"
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ
    assert os.environ["PATH"].startswith(str(layout.ROOT / ".venv" / "bin"))


def test_the_locks_name_no_registry() -> None:
    for name in bootstrap.LOCKS:
        text = (layout.ROOT / name).read_text()
        assert "://" not in text
        assert "--index" not in text
