"""Preparations before anything starts: generated code and the built web. Unchanged input is skipped."""

import gzip
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

from devstack.bootstrap import say, uv_settings
from devstack.layout import KEYCLOAK, ROOT, Instance, Trouble, present_services
from devstack.stamps import digest_of, fresh, stamp

NODE_MIN = 20
WEB = ROOT / "web"
DIST = WEB / "dist"
SKIPPED = {"node_modules", "dist", "generated", ".nx", "test-results", "playwright-report", "coverage", ".git"}
COMPRESSED = {".js", ".mjs", ".css", ".html", ".svg", ".json", ".wasm", ".ttf", ".map", ".txt"}
PROTO, GENERATED = ROOT / "proto", ROOT / "build" / "proto"
OPENAPI = ROOT / "build" / "openapi"
_INSTALLING = threading.Lock()
"""Two stages of the tests begin with the installation in parallel."""


def everything(instance: Instance) -> None:
    """Update generated code and the web, and Keycloak where it keeps the passwords."""
    proto()
    web()
    if instance.sign_in == KEYCLOAK:
        from devstack.stack import keycloak

        keycloak.prepare()


def proto() -> None:
    """Generate Python, gRPC and typed stubs from `proto/` into `build/proto`.

    Raises:
        Trouble: a proto file does not compile.
    """
    sources = sorted(PROTO.rglob("*.proto"))
    wanted = digest_of([*sources, ROOT / "requirements.lock"])
    if not sources or fresh("proto", wanted, GENERATED):
        return
    say("Generating code from proto/")
    # Generate into another folder, then swap: another process may be importing from the old one.
    draft = GENERATED.with_name(f"proto.new.{os.getpid()}")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    out = [f"--{kind}_out={draft}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    env = dict(os.environ) | {"PATH": f"{Path(sys.prefix) / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTO}", *out, *map(str, sources)]
    done = subprocess.run(command, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        shutil.rmtree(draft)
        raise Trouble(f"The proto files do not compile:\n{done.stderr.strip()}")
    for folder in (draft, *(path for path in draft.rglob("*") if path.is_dir())):
        (folder / "__init__.py").touch()
    (draft / "__init__.py").unlink()
    old = GENERATED.with_name(f"proto.old.{os.getpid()}")
    if GENERATED.exists():
        GENERATED.rename(old)
    draft.rename(GENERATED)
    shutil.rmtree(old, ignore_errors=True)
    stamp("proto").write_text(wanted)


def release() -> None:
    """Write `proto/released.json`, the image that `buf breaking` compares with.

    Raises:
        Trouble: the proto files do not build.
    """
    node_modules()
    done = subprocess.run(
        [str(WEB / "node_modules" / ".bin" / "buf"), "build", "-o", "released.json", "--exclude-source-info"],
        cwd=PROTO,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        raise Trouble(f"The proto files do not build:\n{done.stdout}{done.stderr}")


def lock() -> None:
    """Write `requirements.lock` from every pyproject.toml. It names no registry.

    Raises:
        Trouble: the versions conflict, or the registry cannot be reached.
    """
    uv = str(Path(sys.prefix) / "bin" / "uv")
    options = ["--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", "--universal"]
    files = [*ROOT.glob("services/*/pyproject.toml"), *ROOT.glob("*/pyproject.toml")]
    sources = [str(path.relative_to(ROOT)) for path in sorted(files)]
    command = [
        uv,
        "pip",
        "compile",
        "-q",
        *options,
        "--python-version",
        "3.11",
        "--all-extras",
        *sources,
        "-o",
        "requirements.lock",
    ]
    done = subprocess.run(command, cwd=ROOT, env=uv_settings(), text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"The lock could not be made:\n{done.stderr.strip()}")


def check_node() -> None:
    """Check that Node is installed and new enough.

    Raises:
        Trouble: it is missing or too old.
    """
    node = shutil.which("node")
    remedy = "install Node 20 or newer (Debian: `apt-get install nodejs npm`, macOS: `brew install node`, or nvm)"
    if not node or not shutil.which("npm"):
        raise Trouble(f"Node with npm is missing: {remedy} and try again.")
    text = subprocess.run([node, "--version"], text=True, capture_output=True, check=False).stdout.strip()
    match = re.match(r"v(\d+)", text)
    if not match or int(match.group(1)) < NODE_MIN:
        raise Trouble(f"Node {text or 'of unknown version'} is too old: {remedy} and try again.")


def npm(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run npm in `web/` and keep its output."""
    return subprocess.run(
        ["npm", *arguments], cwd=WEB, env=npm_environment(), text=True, capture_output=True, check=False
    )


def npm_environment() -> dict[str, str]:
    """Return the environment of npm and of the programs that it runs."""
    return dict(os.environ) | {"NX_DAEMON": "false", "CI": "1"}


def node_modules() -> None:
    """Install the web's packages when its lock changed.

    Raises:
        Trouble: Node is unfit, or npm failed; the end of its output says why.
    """
    check_node()
    with _INSTALLING:
        wanted = digest_of([WEB / "package.json", WEB / "package-lock.json"])
        if fresh("npm", wanted, WEB / "node_modules") or installed_by_hand():
            return
        say("Installing the web's packages (npm ci)")
        done = npm("ci", "--no-audit", "--no-fund")
        if done.returncode:
            raise Trouble(explain_npm(done.stdout + done.stderr))
        stamp("npm").write_text(wanted)


def installed_by_hand() -> bool:
    """True if `npm install` was run by hand after the lock was last written: npm's own note is then newer."""
    note = WEB / "node_modules" / ".package-lock.json"
    return note.exists() and note.stat().st_mtime >= (WEB / "package-lock.json").stat().st_mtime


def explain_npm(output: str) -> str:
    """Explain a failed npm in one sentence, with its own reasons below: they come before its help."""
    errors = [line for line in output.splitlines() if line.startswith("npm error") and len(line) > len("npm error ")]
    end = "\n".join("    " + line for line in (errors or output.strip().splitlines())[:10])
    if "ENOSPC" in output:
        return f"The disk is full: free some space and try again.\n{end}"
    if any(sign in output for sign in ("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "ECONNRESET")):
        return f"The npm registry cannot be reached: check the network, proxy and `npm config` and try again.\n{end}"
    return f"npm could not install the web's packages.\n{end}"


def web_sources() -> list[Path]:
    """Return every file of `web/` that a build may read."""
    sources = []
    for folder, folders, files in os.walk(WEB):
        folders[:] = [name for name in folders if name not in SKIPPED]
        sources += [Path(folder) / name for name in files if not name.endswith(".tsbuildinfo")]
    return sources


def has_web() -> bool:
    """True if the web is part of the tree."""
    return (WEB / "package-lock.json").exists()


def web() -> None:
    """Build the web into `web/dist` when its sources changed.

    Raises:
        Trouble: Node is unfit, npm or the build failed.
    """
    if not has_web():
        say("There is no web/ to build; going on without it")
        return
    node_modules()
    wanted = digest_of([*web_sources(), ROOT / "services.yml"])
    if fresh("web", wanted, DIST / "index.html"):
        return
    say("Building the web (npm run build)")
    done = npm("run", "build")
    if done.returncode:
        end = "\n".join((done.stdout + done.stderr).strip().splitlines()[-40:])
        raise Trouble(f"The web could not be built:\n{end}")
    compress(DIST)
    stamp("web").write_text(wanted)


def openapi() -> None:
    """Write the OpenAPI document of every service to `build/openapi` when a service changed.

    Raises:
        Trouble: a service has no document; the end of its output says why.
    """
    proto()
    sources = [path for place in ROOT.glob("services/*/src") for path in place.rglob("*.py")]
    wanted = digest_of([*sources, *PROTO.rglob("*.proto"), ROOT / "requirements.lock"])
    if fresh("openapi", wanted, OPENAPI):
        return
    OPENAPI.mkdir(parents=True, exist_ok=True)
    paths = [ROOT, GENERATED, *ROOT.glob("services/*/src")]
    env = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, paths))}
    for service in present_services():
        command = [sys.executable, "-m", "kit", "openapi", service]
        done = subprocess.run(command, cwd=ROOT, env=env, text=True, capture_output=True, check=False)
        if done.returncode:
            end = "\n".join(done.stderr.strip().splitlines()[-10:])
            raise Trouble(f"There is no OpenAPI document of {service}:\n{end}")
        (OPENAPI / f"{service}.json").write_text(done.stdout)
    stamp("openapi").write_text(wanted)


def api_types() -> None:
    """Make the web's types of what the services answer.

    Raises:
        Trouble: a service has no document, Node is unfit, or npm failed.
    """
    openapi()
    node_modules()
    done = npm("run", "--silent", "api-types")
    if done.returncode:
        raise Trouble(f"The types of the calls could not be made:\n{(done.stdout + done.stderr).strip()}")


def compress(folder: Path) -> None:
    """Write a .gz next to every file that compresses well, which the web server serves as it is."""
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in COMPRESSED and path.stat().st_size > 1024:
            # A fixed time in the header: the same input gives the same bytes.
            path.with_name(path.name + ".gz").write_bytes(gzip.compress(path.read_bytes(), 6, mtime=0))
