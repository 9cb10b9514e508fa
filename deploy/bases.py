"""Stand-ins for base images where no image registry can be reached: `python -m deploy bases`.

Each has the tag that a Dockerfile names and the same programs in the same places, built from Debian packages, the
machine's Node and the programs that `make up` runs. Images built on them test the Dockerfiles and their code; a release
is built on the published ones. They contain the machine's certificates and package settings, because package registries
may be behind its proxy.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.images import bases
from devstack.layout import Trouble

PACKAGES = ("ca-certificates", "python3.11", "python3-distutils", "python3-lib2to3", "python3.11-venv", "libstdc++6")
LABEL = "staffroom.stand-in"
SETTINGS = (Path("/etc/pip.conf"), Path("/usr/etc/npmrc"), Path("/etc/ssl/certs/ca-certificates.crt"))
"""Files with which this machine's package managers reach the registries."""
BIN = Path(sys.prefix) / "bin"


def ensure() -> None:
    """Provide every base image: the published one if a registry can be reached, else its stand-in.

    Raises:
        Trouble: see `make`.
    """
    missing = [tag for tag in bases().values() if not exists(tag)]
    names = (tag if "/" in tag else f"library/{tag}" for tag in missing)
    pulls = (["nice", "buildah", "pull", "-q", f"docker.io/{name}"] for name in names)
    if any(subprocess.run(pull, capture_output=True, check=False, timeout=600).returncode for pull in pulls):
        make()


def make() -> None:
    """Build the missing stand-ins.

    Raises:
        Trouble: no stand-in is known for a base, or a program of this machine is missing or failed.
    """
    known: dict[str, Callable[[Path], None]] = {
        "node": _node,
        "caddy": _caddy,
        "traefik": _traefik,
        "gotenberg": _gotenberg,
    }
    wanted = {name: tag for name, tag in bases().items() if not exists(tag)}
    python = bases()["python"]
    if "python" in wanted:
        _python(python)
    for name, tag in wanted.items():
        if name == "python":
            continue
        if name not in known:
            raise Trouble(f"There is no stand-in for {tag}: build where a registry of images is reached.")
        with _changed(python, tag) as root:
            known[name](root)
        print(f"{tag}  stand-in", flush=True)


def exists(tag: str) -> bool:
    """Return True if the image exists on this machine."""
    command = ["buildah", "inspect", "--type", "image", tag]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _run(*command: str) -> str:
    done = subprocess.run(command, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"`{' '.join(command)}` failed:\n{(done.stdout + done.stderr).strip()[-2000:]}")
    return done.stdout.strip()


def mirror() -> str:
    """Return the machine's own mirror of Debian."""
    sources = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
    text = "\n".join(path.read_text() for path in sources if path.is_file())
    match = re.search(r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(\S+)", text, re.M)
    if not match:
        raise Trouble("The stand-ins are made of Debian's packages, and this machine names no mirror of Debian.")
    return match[1]


def _python(tag: str) -> None:
    """Build Debian 12 with its Python, also below /usr/local/bin, where the published image has it."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:  # /tmp may be small or in memory
        root = Path(folder) / "root"
        include = f"--include={','.join(PACKAGES)}"
        _run("nice", "debootstrap", "--variant=minbase", include, "bookworm", str(root), mirror())
        for place in ("var/lib/apt/lists", "var/cache/apt"):
            shutil.rmtree(root / place, ignore_errors=True)
        for name in ("python", "python3"):
            (root / "usr" / "local" / "bin" / name).symlink_to("/usr/bin/python3.11")
        for path in SETTINGS:
            if path.exists():
                target = root / path.relative_to("/")
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        (root / "etc" / "uv").mkdir()
        (root / "etc" / "uv" / "uv.toml").write_text("native-tls = true\n")
        container = _run("buildah", "from", "scratch")
        _run("buildah", "add", "-q", container, str(root), "/")
        _commit(container, tag)
    print(f"{tag}  stand-in", flush=True)


@contextmanager
def _changed(base: str, tag: str) -> Iterator[Path]:
    """Yield the root of a container of `base`, and commit it as `tag` after the block."""
    container = _run("buildah", "from", "--pull-never", base)
    yield Path(_run("buildah", "mount", container))
    _commit(container, tag)


def _commit(container: str, tag: str) -> None:
    _run("buildah", "config", "--label", f"{LABEL}=yes", container)
    _run("buildah", "commit", "-q", container, tag)
    _run("buildah", "rm", container)


def _node(root: Path) -> None:
    node, npm = (shutil.which(name) for name in ("node", "npm"))
    if not node or not npm:
        raise Trouble("Node with npm is missing: install Node 20 and try again.")
    shutil.copy2(node, root / "usr" / "local" / "bin" / "node")
    package = Path(npm).resolve().parents[1]
    shutil.copytree(package, root / "usr" / "local" / "lib" / "node_modules" / "npm", symlinks=True)
    for name in ("npm", "npx"):
        (root / "usr" / "local" / "bin" / name).symlink_to(f"../lib/node_modules/npm/bin/{name}-cli.js")
    settings = root / "usr" / "local" / "etc" / "npmrc"
    settings.parent.mkdir(exist_ok=True)
    if (root / "usr" / "etc" / "npmrc").exists():
        shutil.copyfile(root / "usr" / "etc" / "npmrc", settings)


def _caddy(root: Path) -> None:
    """Copy Caddy with the capability that the published binary has."""
    target = root / "usr" / "bin" / "caddy"
    shutil.copyfile(BIN / "caddy", target)
    target.chmod(0o755)
    setcap = shutil.which("setcap", path=f"{os.environ.get('PATH', '')}:/sbin:/usr/sbin")
    if setcap:
        _run(setcap, "cap_net_bind_service=+ep", str(target))


def _traefik(root: Path) -> None:
    target = root / "usr" / "local" / "bin" / "traefik"
    shutil.copyfile(BIN / "traefik", target)
    target.chmod(0o755)


def _gotenberg(root: Path) -> None:
    """Leave out Gotenberg, which has no package: the image built on it only adds fonts, and tests use the PDF server of
    `make up`."""
