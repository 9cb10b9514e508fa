"""The images: their size, settings, missing build tools, and reproducible builds."""

import subprocess
from typing import Any

import pytest

from deploy import images
from deploy.podman import podman
from devstack.layout import SERVICES
from devstack.pdf import typefaces

MB = 10**6
MOST_ABOVE_BASE = 420 * MB
"""Packages of all services, which are one layer; a third of it is Arrow, for the export to a warehouse."""
NAMES = list(images.every())


def config(name: str) -> dict[str, Any]:
    settings = images.inspect(images.every()[name].tag)["Config"]
    assert isinstance(settings, dict)
    return settings


def inside(name: str, command: str) -> str:
    """Return the output of a command in the image, as root: it may read everything."""
    image = images.every()[name].tag
    done = subprocess.run(["buildah", "from", "--pull-never", image], text=True, capture_output=True, check=True)
    container = done.stdout.strip()
    try:
        run = ["buildah", "run", "--isolation", "chroot", "--user", "0", container, "--", "sh", "-c", command]
        return subprocess.run(run, text=True, capture_output=True, check=True).stdout
    finally:
        subprocess.run(["buildah", "rm", container], capture_output=True, check=True)


@pytest.mark.parametrize("name", NAMES)
def test_image_has_its_labels_and_a_user_other_than_root(name: str) -> None:
    settings = config(name)
    assert settings["User"] == ("1001:1001" if name == "pdf" else "10001:10001")
    labels = settings["Labels"]
    assert labels["org.opencontainers.image.version"] == images.version()
    assert labels["org.opencontainers.image.revision"] == images.revision()
    assert labels["org.opencontainers.image.licenses"]


def test_the_pdf_server_has_the_fonts_of_the_local_one() -> None:
    fonts = inside("pdf", "ls /usr/local/share/fonts/staffroom").split()
    ours = {path.name for folder in typefaces.folders()[1:] for path in folder.glob("*.tt[fc]")}
    assert ours and ours <= set(fonts) and "LICENSE" in fonts


def test_services_are_small_and_share_all_layers_except_their_code() -> None:
    base = int(str(images.inspect(images.bases()["python"])["Size"]))
    layers = []
    for name in SERVICES:
        description = images.inspect(images.every()[name].tag)
        above = int(str(description["Size"])) - base
        assert above <= MOST_ABOVE_BASE, f"{name}: {above / MB:.0f} MB above its base"
        rootfs = description["RootFS"]
        assert isinstance(rootfs, dict)
        layers.append(rootfs["Layers"])
    assert len({tuple(each[:-1]) for each in layers}) == 1
    assert len({each[-1] for each in layers}) == len(SERVICES)


TOOLS = "uv pip pip3 setuptools gcc cc g++ make git wheel"


@pytest.mark.parametrize("name", ["people", "gateway"])
def test_no_installer_or_compiler_remains(name: str) -> None:
    assert inside(name, f"for tool in {TOOLS}; do command -v $tool; done; true") == ""
    paths = inside(
        name,
        "find / -xdev -path /proc -prune -o -type d "
        r"\( -name pip -o -name uv -o -name setuptools -o -name grpc_tools -o -name ensurepip \) -print",
    )
    debian = ("/usr/lib/python3.11/", "/usr/share/doc", "/etc/")  # of the stand-in: not a program
    assert [path for path in paths.split() if not path.startswith(debian)] == []


def test_bytecode_has_no_timestamp() -> None:
    """Read the second word of each compiled file: 1 means that Python does not check its source (PEP 552)."""
    script = (
        "from pathlib import Path; files = [*Path('/venv').rglob('*.pyc'), *Path('/app').rglob('*.pyc')];"
        "print(len(files) > 3000, {file.read_bytes()[4:8] for file in files})"
    )
    assert inside("people", f'python -c "{script}"').strip() == "True {b'\\x01\\x00\\x00\\x00'}"


def test_the_web_server_has_no_capability_of_its_own() -> None:
    script = "import os; print(os.listxattr('/usr/bin/caddy'))"
    assert inside("web", f'python3.11 -c "{script}" || echo "[]"').strip() == "[]"


@pytest.mark.parametrize("name", ["people", "gateway"])
def test_two_builds_of_a_commit_are_equal(name: str) -> None:
    image = images.every()[name]
    before = images.identity(image.tag)
    images.build([image], fresh=True)
    assert images.identity(image.tag) == before


def test_image_names_its_missing_setting() -> None:
    with pytest.raises(Exception, match="STAFFROOM_DATABASE_URL"):
        podman("run", "--rm", "--pull", "never", *_limits(), images.every()["people"].tag, "web", "people")


def _limits() -> list[str]:
    from deploy.podman import LOCKED, limits

    return [*LOCKED, *limits()]
