"""Make the Python environment, then hand over to `python -m devstack`.

Runs on a bare Python with only the standard library, so it imports none of our modules. A stamp skips each step that
was done from the same input.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCKS = ("requirements-bootstrap.lock", "requirements.lock")
MIN_PYTHON = (3, 11)
NEEDED_MB = 3000
# Names of settings in pip and in uv: uv does not read pip's configuration, and a machine set up for pip should work.
PIP_TO_UV = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
}


class Trouble(Exception):
    """A problem that the user has to solve; the text is one sentence with the remedy."""


def say(text: str) -> None:
    """Print one line of progress to the error output: a shell reads the output of `make env`."""
    print(text, file=sys.stderr, flush=True)


def check_python() -> None:
    """Refuse a Python older than 3.11."""
    if sys.version_info < MIN_PYTHON:
        have = ".".join(map(str, sys.version_info[:3]))
        raise Trouble(
            f"Python {have} is too old: install Python 3.11 or newer and run `make PYTHON=python3.11 up` "
            "with the name of that interpreter."
        )


def check_disk() -> None:
    """Refuse an installation that would fill the disk."""
    free = shutil.disk_usage(ROOT).free // 2**20
    needed = int(os.environ.get("STAFFROOM_NEEDED_MB", NEEDED_MB))
    if free < needed:
        raise Trouble(
            f"Only {free} MB are free where {ROOT} lies and {needed} MB are needed: free some space and try again."
        )


def fingerprint() -> str:
    """Return the hash of everything that the environment is made from."""
    digest = hashlib.sha256(f"{sys.version} {sys.prefix} {ROOT}".encode())
    for name in LOCKS:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def run(command: list[str], env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a command and keep its output for the error text."""
    return subprocess.run(command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)


def make_venv() -> None:
    """Create the virtual environment; as root on Debian, install the package of `ensurepip` first."""
    shutil.rmtree(VENV, ignore_errors=True)
    say("Making the Python environment in .venv")
    result = run([sys.executable, "-m", "venv", str(VENV)])
    version = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    if result.returncode and shutil.which("apt-get") and os.geteuid() == 0:
        say(f"The venv module is missing here; installing Debian's {version}")
        run(["apt-get", "update", "-q"])
        run(["apt-get", "install", "-qy", version])
        shutil.rmtree(VENV, ignore_errors=True)
        result = run([sys.executable, "-m", "venv", str(VENV)])
    if result.returncode:
        raise Trouble(
            f"Python cannot make a virtual environment here: install its venv module "
            f"(Debian and Ubuntu: `apt-get install {version}`) and try again.\n{tail(result.stdout)}"
        )


def tail(output: str, lines: int = 6) -> str:
    """Return the end of a command's output, indented, for below the sentence that explains it."""
    return "\n".join("    " + line for line in output.strip().splitlines()[-lines:])


def uv_settings() -> dict[str, str]:
    """Return the environment for uv; settings that uv lacks come from the machine's pip configuration."""
    env = dict(os.environ)
    listed = run([str(VENV / "bin" / "python"), "-m", "pip", "config", "list"]).stdout
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        key = PIP_TO_UV.get(name.rpartition(".")[2])
        if key and key not in env:
            parts = shlex.split(value)
            env[key] = " ".join(parts[0].split()) if parts else ""
    env.setdefault("UV_HTTP_TIMEOUT", "120")
    env["VIRTUAL_ENV"] = str(VENV)
    return env


def explain(output: str) -> Trouble:
    """Explain the output of a failed installation in one sentence."""
    low = output.lower()
    if "no space left" in low:
        return Trouble(f"The disk is full: free some space and try again.\n{tail(output)}")
    if "hash" in low and "mismatch" in low:
        return Trouble(f"A downloaded package is not the one that was locked: clear the package cache.\n{tail(output)}")
    if any(
        sign in low for sign in ("connect", "resolve", "timed out", "timeout", "dns", "tls", "certificate", "network")
    ):
        return Trouble(
            "The Python package registry cannot be reached: check the network, proxy and pip settings "
            f"(`pip config list`) and try again.\n{tail(output)}"
        )
    if "compiler" in low or "gcc" in low or "failed to build" in low:
        return Trouble(
            "A package has no ready-made build for this machine and there is no compiler: install one "
            f"(Debian and Ubuntu: `apt-get install build-essential python3-dev`) and try again.\n{tail(output)}"
        )
    return Trouble(f"The Python packages could not be installed.\n{tail(output, 12)}")


def install() -> None:
    """Install exactly the packages that the lock files name."""
    python = str(VENV / "bin" / "python")
    say("Installing uv")
    result = run([python, "-m", "pip", "install", "-q", "--require-hashes", "-r", str(ROOT / LOCKS[0])])
    if result.returncode:
        raise explain(result.stdout)
    say("Installing the Python packages of requirements.lock")
    uv = shutil.which("uv", path=str(VENV / "bin")) or "uv"
    # With the bootstrap lock too, so that uv does not remove itself.
    locks = [str(ROOT / name) for name in LOCKS]
    result = run([uv, "pip", "sync", "--require-hashes", "--python", python, *locks], env=uv_settings())
    if result.returncode:
        raise explain(result.stdout)


def link_sources() -> None:
    """Put our own sources on the path with a .pth file, so that an edit needs no build."""
    folder = next((VENV / "lib").glob("python3*/site-packages"))
    places = [*sorted(ROOT.glob("services/*/src")), ROOT / "build" / "proto", ROOT]
    wanted = "".join(f"{place}\n" for place in places)
    target = folder / "staffroom.pth"
    if not target.exists() or target.read_text() != wanted:
        target.write_text(wanted)


def prepare() -> None:
    """Make the environment, or update it when its stamp does not match; one at a time on a machine."""
    check_python()
    (ROOT / ".cache").mkdir(exist_ok=True)
    with (ROOT / ".cache" / "bootstrap.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = VENV / "staffroom.stamp"
        wanted = fingerprint()
        if not (stamp.exists() and stamp.read_text() == wanted and (VENV / "bin" / "python").exists()):
            check_disk()
            settled = VENV / "staffroom.base"
            base = f"{sys.version} {sys.prefix} {ROOT}"
            if not (settled.exists() and settled.read_text() == base):
                make_venv()
                settled.write_text(base)
            install()
            stamp.write_text(wanted)
        link_sources()


def main() -> None:
    """Prepare, then become `python -m devstack` with the same arguments."""
    try:
        prepare()
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        raise SystemExit(1) from None
    except OSError as error:
        print(
            f"{ROOT} cannot be written ({error.strerror}): check its owner and the free space.",
            file=sys.stderr,
        )
        raise SystemExit(1) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    python = str(VENV / "bin" / "python")
    # Many containers set this. Here thirty processes would each compile the same modules at every start, for two
    # seconds of processor time each.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["VIRTUAL_ENV"] = str(VENV)
    os.environ["PATH"] = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    os.chdir(ROOT)
    os.execv(python, [python, "-m", "devstack", *sys.argv[1:]])


if __name__ == "__main__":
    main()
