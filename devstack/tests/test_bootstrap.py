"""The Python environment: machines that cannot have one, and the start of a command in it."""

import os

import pytest

from devstack import bootstrap, layout, prepare


def test_failed_installations_are_explained() -> None:
    assert "disk is full" in str(bootstrap.explain("error: No space left on device"))
    assert "registry cannot be reached" in str(bootstrap.explain("error: Failed to connect: dns error"))
    assert "build-essential" in str(bootstrap.explain("error: failed to build `x`: no gcc"))
    assert "npm registry cannot be reached" in prepare.explain_npm("npm error code ENOTFOUND")


def test_full_disk_is_refused_before_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STAFFROOM_NEEDED_MB", "999999999")
    with pytest.raises(bootstrap.Trouble, match="MB are needed: free some space"):
        bootstrap.check_disk()


def test_old_python_is_refused_with_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("devstack.bootstrap.sys.version_info", (3, 9, 2))
    with pytest.raises(bootstrap.Trouble, match=r"Python 3\.9\.2 is too old: install Python 3\.11 or newer"):
        bootstrap.check_python()


def test_command_runs_in_environment_of_tree_and_keeps_bytecode(
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


def test_locks_name_no_registry() -> None:
    for name in bootstrap.LOCKS:
        text = (layout.ROOT / name).read_text()
        assert "://" not in text
        assert "--index" not in text
