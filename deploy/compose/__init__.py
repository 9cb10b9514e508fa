"""docker-compose.yml as docker compose reads it: with its own library, compose-go, in a small program."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from devstack.layout import ROOT, Trouble
from devstack.stamps import digest_of, fresh, stamp

FOLDER = Path(__file__).parent
PROGRAM = ROOT / ".cache" / "compose"
FILE = ROOT / "docker-compose.yml"


def missing() -> str:
    """Return why the file cannot be loaded here, with the remedy; an empty string if it can."""
    if shutil.which("go") or fresh("compose", _wanted(), PROGRAM):
        return ""
    return "a program in Go loads docker-compose.yml, and there is no Go here (Debian: `apt-get install golang`)"


def _wanted() -> str:
    return digest_of(FOLDER / name for name in ("main.go", "go.mod", "go.sum"))


def build() -> None:
    """Build the program when its sources changed.

    Raises:
        Trouble: there is no Go, or it failed; the end of its output says why.
    """
    if fresh("compose", _wanted(), PROGRAM):
        return
    if not shutil.which("go"):
        raise Trouble(
            "A program in Go loads docker-compose.yml, and there is no Go (Debian: `apt-get install golang`)."
        )
    done = subprocess.run(
        ["nice", "go", "build", "-o", str(PROGRAM), "."], cwd=FOLDER, text=True, capture_output=True, check=False
    )
    if done.returncode:
        raise Trouble(f"deploy/compose could not be built:\n{done.stderr[-2000:]}")
    stamp("compose").write_text(_wanted())


def load(env: Path, profiles: Sequence[str] = (), file: Path = FILE) -> dict[str, Any]:
    """Load the model of a compose file with the settings of an env file.

    Raises:
        Trouble: docker compose would refuse it; says why.
    """
    build()
    command = [str(PROGRAM), str(file), str(env), *profiles]
    # Settings come only from the file, not from the environment of the tests.
    done = subprocess.run(command, env={"HOME": "/"}, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(done.stderr.strip())
    model: dict[str, Any] = json.loads(done.stdout)
    return model
