"""An installation of docker-compose without Docker: a program in its place notes what it is asked."""

from collections.abc import Callable
from pathlib import Path

import pytest

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
    """Puts a `docker` on the path that fails at a step, or has no compose; returns the file with what it was asked."""
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
    """The arguments of each call of `docker compose`."""
    return [line.removeprefix("compose ") for line in log.read_text().splitlines() if line.startswith("compose ")]
