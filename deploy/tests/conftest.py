"""An installation of docker-compose without Docker: a fake program records its arguments. And a repository with the
files that a release writes."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy import area, changelog, images, release, version
from devstack.layout import ROOT

LATER = f"{int(version.present().split('.')[0]) + 1}.0.0"
TEXT = "# Changelog\n\nHow.\n\n## Unreleased\n{}\n## 1.0.0, 2025-01-01\n- Old.\n"

DOCKER = """#!/bin/sh
[ "$*" = "compose version" ] && exit {compose}
echo "$*" >> "{log}"
grep STAFFROOM_VERSION .env >> "{log}"
case "$*" in *{fails}*) exit 3;; esac
case "$*" in
info) ;;
"compose ps --services --status running") [ "$RUNNING" ] || printf "gate\\ngateway\\npeople\\npostgres\\n";;
*"restore latest"*--check) ;;
*"restore latest"*) echo '{{"moment": "2026-11-25 10:00:00+00:00", "streams": {{"people": 17, "files": 3}}}}';;
esac
"""
LINES = "# Ours.\nSTAFFROOM_PUBLIC_URL=https://staffroom.example.org\nSTAFFROOM_TLS=files\nPOSTGRES_PASSWORD=kept\n"
OLD = "STAFFROOM_VERSION=1.0.0\n"
Docker = Callable[..., Path]


@pytest.fixture
def docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Docker:
    """Puts a `docker` on the path that fails at a step, or has no compose; returns the file with its recorded
    arguments."""
    monkeypatch.delenv("BACKUP", raising=False)
    (tmp_path / ".env").write_text(LINES + OLD + "STAFFROOM_REGISTRY=registry.example/staffroom\n")

    def make(fails: str = "never", compose: int = 0) -> Path:
        program, log = tmp_path / "bin" / "docker", tmp_path / "asked"
        program.parent.mkdir(exist_ok=True)
        program.write_text(DOCKER.format(log=log, fails=fails, compose=compose))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}:/usr/bin:/bin")
        return log

    return make


def asked(log: Path) -> list[str]:
    """Return the arguments of each call of `docker compose`."""
    return [line.removeprefix("compose ") for line in log.read_text().splitlines() if line.startswith("compose ")]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A repository with the files that name the version; the function runs git in it."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=tmp_path, text=True, capture_output=True, check=True)
        return done.stdout.strip()

    for name in version.PLACES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / ".gitignore").write_text("build/\n")
    notes = tmp_path / "changelog.md"
    notes.write_text(TEXT.format("- Slips can be undone.\n"))
    for module in (version, images, release, area):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    for function in (changelog.close, changelog.notes):
        monkeypatch.setattr(changelog, function.__name__, lambda *given, call=function: call(*given, path=notes))
    # The function compiles the protocol of the real tree into a file of the real tree.
    monkeypatch.setattr("devstack.prepare.release", lambda: None)
    git("init", "--quiet")
    git("config", "user.name", "Somebody")
    git("config", "user.email", "somebody@staffroom.example")
    git("add", ".")
    git("commit", "--quiet", "--message", "begin")
    return git
