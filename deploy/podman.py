"""Containers for tests, run by podman as docker-compose.yml and the chart run them: no root, no capabilities, no new
privileges, a read-only root file system, and /tmp in memory."""

import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from devstack.layout import Trouble

LOCKED = ("--read-only", "--tmpfs", "/tmp:size=256m", "--cap-drop", "all", "--security-opt", "no-new-privileges")  # noqa: S108  inside the container
STOP_SECONDS = 10


def podman(*arguments: str, seconds: float = 120) -> str:
    """Return the output of podman.

    Raises:
        Trouble: it failed; its output says why.
    """
    # Prefer runc: it works with every setup of control groups.
    runtime = ["--runtime", "runc"] if shutil.which("runc") else []
    command = ["podman", *runtime, *arguments]
    done = subprocess.run(command, text=True, capture_output=True, check=False, timeout=seconds)
    if done.returncode:
        raise Trouble(f"`{' '.join(command)}` failed:\n{(done.stdout + done.stderr).strip()[-3000:]}")
    return done.stdout.strip()


def limits() -> list[str]:
    """Return ulimits for machines that may not raise their own: podman's defaults exceed them."""
    options = []
    for name, number in (("nofile", resource.RLIMIT_NOFILE), ("nproc", resource.RLIMIT_NPROC)):
        hard = resource.getrlimit(number)[1]
        value = 4096 if hard == resource.RLIM_INFINITY else min(hard, 20_000)
        options += ["--ulimit", f"{name}={value}:{value}"]
    return options


@dataclass
class Container:
    """A container on the host network. Its environment is in a file, because other users can read command lines."""

    name: str
    image: str
    command: Sequence[str] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    mounts: Sequence[str] = ()
    options: Sequence[str] = ()

    def arguments(self, *options: str) -> list[str]:
        """Return the arguments of `podman run`."""
        mounts = [part for mount in self.mounts for part in ("--volume", mount)]
        fixed = ["--name", self.name, "--network", "host", "--pull", "never", *LOCKED, *limits(), *self.options]
        return ["run", *options, *fixed, *mounts, self.image, *self.command]

    def start(self) -> None:
        """Start it and leave it running."""
        with self._environment() as path:
            podman(*self.arguments("--detach", "--env-file", path))

    def run(self) -> str:
        """Run it to its end and return its output. Raises Trouble if it failed."""
        with self._environment() as path:
            return podman(*self.arguments("--rm", "--env-file", path), seconds=300)

    @contextmanager
    def _environment(self) -> Iterator[str]:
        """Write the environment into a file that only its owner can read."""
        with tempfile.NamedTemporaryFile("w", suffix=".env") as file:
            file.write("".join(f"{name}={value}\n" for name, value in self.env.items()))
            file.flush()
            yield file.name

    def log(self, lines: int = 40) -> str:
        """Return the end of its log."""
        command = ["podman", "logs", "--tail", str(lines), self.name]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        return done.stdout + done.stderr

    def stop(self) -> tuple[int, float]:
        """Stop it with SIGTERM; return its exit code and the seconds it took."""
        begun = time.monotonic()
        podman("stop", "--time", str(STOP_SECONDS), self.name)
        return int(podman("inspect", "--format", "{{.State.ExitCode}}", self.name)), time.monotonic() - begun

    def remove(self) -> None:
        """Kill and remove it."""
        command = ["podman", "rm", "--force", "--time", "0", "--volumes", self.name]
        subprocess.run(command, capture_output=True, check=False)
