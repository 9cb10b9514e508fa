"""`docker compose` in the folder of an installation, and the settings in its `.env`."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from deploy.settings import ENV, read
from devstack.layout import Trouble


def settings(folder: Path) -> dict[str, str]:
    """Return the settings of an installation.

    Raises:
        Trouble: there is none in this folder.
    """
    path = folder / ENV
    if not path.exists():
        raise Trouble(f"There is no {path}: `make deploy ARGS=settings` writes it for a new installation.")
    return read(path.read_text())


def check() -> None:
    """Check that `docker compose` is installed.

    Raises:
        Trouble: it is not.
    """
    try:
        subprocess.run(["docker", "compose", "version"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        raise Trouble(
            "docker, or its part compose, is missing here: install both (https://docs.docker.com/engine/install)."
        ) from None


def compose(folder: Path, arguments: Sequence[str], failed: str) -> None:
    """Run `docker compose`, which prints its own progress.

    Raises:
        Trouble: it failed; begins with `failed`.
    """
    _run(folder, arguments, failed, stdout=None)


def answer(folder: Path, arguments: Sequence[str], failed: str) -> str:
    """Run `docker compose` and return its output. Raises Trouble."""
    return _run(folder, arguments, failed, stdout=subprocess.PIPE)


def _run(folder: Path, arguments: Sequence[str], failed: str, stdout: int | None) -> str:
    command = ["docker", "compose", *arguments]
    done = subprocess.run(command, cwd=folder, check=False, stdout=stdout, text=True)
    if done.returncode:
        raise Trouble(f"{failed}: `{' '.join(command)}` ended with code {done.returncode}.")
    return done.stdout or ""
