"""The images of a release: `python -m deploy images [names]`.

Docker builds them if its engine responds, else buildah, which needs no engine. Two builds of a commit are equal: no
file has the timestamp of its build.
"""

import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from deploy.version import present
from devstack.layout import ROOT, SERVICES, Trouble

MACHINE = ("buildah", "podman", "runc", "debootstrap")
"""Programs (and Debian packages) with which images are built and run where there is no Docker engine."""

LICENCE = "LicenseRef-Proprietary"
MOMENT = "315532800"
"""Timestamp of every file in the images: 1980, the earliest that a Python archive can hold. It is the same in every
release, so that an unchanged layer stays identical: an upgrade fetches the code and not the packages."""


@dataclass(frozen=True)
class Image:
    """One image: its name below the registry's folder, its Dockerfile, and the arguments of its build. `own_version` is
    set where the version is not that of the release."""

    name: str
    dockerfile: str
    arguments: dict[str, str] = field(default_factory=dict)
    own_version: str = ""

    @property
    def version(self) -> str:
        """The version of the image."""
        return self.own_version or version()

    @property
    def tag(self) -> str:
        """The image's name with its version."""
        return f"staffroom/{self.name}:{self.version}"


def every() -> dict[str, Image]:
    """Return all images by their names."""
    areas = [image for name in SERVICES for image in of_area(name)]
    others = [Image(name, f"{name}/Dockerfile") for name in ("web", "gateway", "backup")]
    others.append(Image("pdf", "deploy/pdf/Dockerfile"))
    return {image.name: image for image in (*areas, *others)}


def of_area(name: str, own_version: str = "") -> list[Image]:
    """Return the images of an area: its service and its remote."""
    service = Image(name, "services/Dockerfile", {"SERVICE": name}, own_version)
    return [service, Image(f"{name}-remote", "web/Dockerfile", {"PART": name}, own_version)]


def chosen(names: Sequence[str]) -> list[Image]:
    """Return the named images, or all of them if none is named.

    Raises:
        Trouble: there is no image of a name.
    """
    known = every()
    if unknown := sorted(set(names) - set(known)):
        raise Trouble(f"There is no image {', '.join(unknown)}: choose from {', '.join(known)}.")
    return [known[name] for name in names or known]


@lru_cache(maxsize=1)
def version() -> str:
    """Return the version of the release."""
    return present()


def git(*arguments: str) -> str:
    """Return git's answer about the tree; an empty string if the tree is not a repository."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, text=True, capture_output=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


@lru_cache(maxsize=1)
def revision() -> str:
    """Return the commit that is built, marked if the tree differs from it."""
    return (git("rev-parse", "HEAD") or "unknown") + ("-changed" if git("status", "--porcelain") else "")


@lru_cache(maxsize=1)
def engine() -> str:
    """Return the program that builds: `docker` or `buildah`.

    Raises:
        Trouble: this machine has neither.
    """
    if shutil.which("docker"):
        asked = subprocess.run(["docker", "info"], capture_output=True, check=False)
        if asked.returncode == 0:
            return "docker"
    if shutil.which("buildah"):
        return "buildah"
    raise Trouble(
        "Nothing here builds images: start Docker, or as root on Debian and Ubuntu "
        f"`apt-get install --no-install-recommends {' '.join(MACHINE)}`."
    )


def runner() -> str:
    """Return the program that stores and runs the images of `engine`: `docker` or `podman`. Raises Trouble."""
    return "docker" if engine() == "docker" else "podman"


def command(image: Image, fresh: bool = False) -> list[str]:
    """Return the command that builds an image; `fresh` without the layers of earlier builds."""
    if engine() == "docker":
        start = ["docker", "buildx", "build", "--load", "--provenance=false"]
        start += ["--build-arg", f"SOURCE_DATE_EPOCH={MOMENT}"]
    else:
        # As root without a daemon: chroot needs no privileges that a container lacks.
        start = ["buildah", "bud", "--isolation", "chroot", "--layers", "--timestamp", MOMENT, "--pull=false"]
    options = [part for name, value in image.arguments.items() for part in ("--build-arg", f"{name}={value}")]
    # Not in the Dockerfiles: buildah caches a label set from an argument, with the values of an earlier build.
    labels = {
        "title": image.tag.partition(":")[0],
        "version": image.version,
        "revision": revision(),
        "licenses": LICENCE,
    }
    options += [
        part for name, value in labels.items() for part in ("--label", f"org.opencontainers.image.{name}={value}")
    ]
    return [*start, *(["--no-cache"] if fresh else []), *options, "-f", image.dockerfile, "-t", image.tag, "."]


def build_named() -> None:
    """Build the images that NAMES lists, all of them without it (`make images`)."""
    build(chosen(os.environ.get("NAMES", "").split()))


def build(images: Sequence[Image], fresh: bool = False) -> None:
    """Build images, one after the other.

    Raises:
        Trouble: a build failed; the end of its output says why.
    """
    for image in images:
        begun = time.monotonic()
        # Low priority: a build takes long, and nobody waits for it.
        done = subprocess.run(
            ["nice", *command(image, fresh)],
            cwd=ROOT,
            env=os.environ | {"DOCKER_BUILDKIT": "1"},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        if done.returncode:
            end = "\n".join(done.stdout.strip().splitlines()[-30:])
            raise Trouble(f"The image {image.tag} could not be built:\n{end}")
        print(f"{image.tag}  {identity(image.tag)[:12]}  {time.monotonic() - begun:.0f} s", flush=True)


def inspect(tag: str) -> dict[str, object]:
    """Return an image as the engine describes it: `Id`, `Size`, `Config`, `RootFS`.

    Raises:
        Trouble: there is no such image.
    """
    done = subprocess.run([runner(), "image", "inspect", tag], text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"There is no image {tag}: build it with `make images`.")
    description: dict[str, object] = json.loads(done.stdout)[0]
    return description


def identity(tag: str) -> str:
    """Return the hash of an image's settings and layers. Its id also covers its history, which names the intermediate
    images of the build."""
    image = inspect(tag)
    return hashlib.sha256(json.dumps([image["Config"], image["RootFS"]], sort_keys=True).encode()).hexdigest()


def bases() -> dict[str, str]:
    """Return the images that the Dockerfiles begin from: a tag by each name (`python`, `node`)."""
    texts = [(ROOT / image.dockerfile).read_text() for image in every().values()]
    lines = [line.split() for text in texts for line in text.splitlines() if line.startswith("FROM ")]
    return {Path(parts[1]).name.partition(":")[0]: parts[1] for parts in lines if ":" in parts[1]}


def push(images: Sequence[Image], registry: str) -> None:
    """Push built images to `<registry>/staffroom/<name>:<version>`.

    Raises:
        Trouble: one is not built, or the registry refused it.
    """
    for image in images:
        target = f"{registry.rstrip('/')}/{image.tag}"
        if engine() == "docker":
            steps = [["docker", "tag", image.tag, target], ["docker", "push", "--quiet", target]]
        else:
            steps = [["buildah", "push", "--quiet", image.tag, f"docker://{target}"]]
        for step in steps:
            done = subprocess.run(step, text=True, capture_output=True, check=False)
            if done.returncode:
                output = (done.stderr or done.stdout).strip()[-500:]
                raise Trouble(f"{image.tag} was not pushed to {target} (`make images` builds it): {output}")
        print(f"pushed {target}", flush=True)
