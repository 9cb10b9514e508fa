"""Lists of the contents of the images: `python -m deploy contents [names]`.

For each image a list of contents (SBOM, CycloneDX 1.6) and a list of licences in `build/images`, read from what is
installed in it: Python packages from their metadata, those of Debian and Alpine from their databases. The packages in
the page are all packages of the web's lock file except development dependencies; a bundler compiled them into files.
"""

import datetime as dt
import io
import json
import re
import subprocess
import tarfile
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import PurePosixPath
from typing import IO

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from deploy.images import MOMENT, Image, identity, runner
from devstack.layout import ROOT, Trouble

FOLDER = ROOT / "build" / "images"
UNKNOWN = "not said"
_WANTED = re.compile(
    r"\.dist-info/METADATA$|^var/lib/dpkg/status$|^lib/apk/db/installed$|^usr/share/doc/[^/]+/copyright$"
)


@dataclass(frozen=True, order=True)
class Package:
    """One installed package: its kind as in a package URL, name, version, licence."""

    kind: str
    name: str
    version: str
    licence: str


def write(images: Sequence[Image]) -> None:
    """Write both lists of each image.

    Raises:
        Trouble: an image does not exist.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    for image in images:
        packages = sorted(installed(image))
        (FOLDER / f"{image.name}.cdx.json").write_text(bill(image, packages))
        lines = [f"{package.name} {package.version}: {package.licence}\n" for package in packages]
        (FOLDER / f"{image.name}-licences.txt").write_text("".join(lines))
        unknown = sum(package.licence == UNKNOWN for package in packages)
        print(f"{image.tag}  {len(packages)} packages, {unknown} say no licence", flush=True)


def installed(image: Image) -> set[Package]:
    """Return the packages in an image. Raises Trouble."""
    files = dict(_files(image.tag))
    packages = {_python(text) for path, text in files.items() if path.endswith("METADATA")}
    copyrights = {PurePosixPath(path).parts[3]: text for path, text in files.items() if path.endswith("/copyright")}
    packages |= set(_debian(files.get("var/lib/dpkg/status", ""), copyrights))
    packages |= set(_alpine(files.get("lib/apk/db/installed", "")))
    return packages | (set(_page()) if image.dockerfile.startswith("web/") else set())


def _files(tag: str) -> Iterator[tuple[str, str]]:
    """Yield the files in an image that describe packages."""
    program = runner()
    created = subprocess.run([program, "create", tag], text=True, capture_output=True, check=False)
    if created.returncode:
        raise Trouble(f"There is no image {tag}: build it with `make images`.")
    container = created.stdout.strip()
    try:
        with tempfile.TemporaryFile() as archive:
            subprocess.run([program, "export", container], stdout=archive, check=True)
            archive.seek(0)
            yield from _members(archive)
    finally:
        subprocess.run([program, "rm", container], capture_output=True, check=False)


def _members(archive: IO[bytes]) -> Iterator[tuple[str, str]]:
    with tarfile.open(fileobj=archive) as packed:
        for member in packed:
            if _WANTED.search(member.name) and member.isfile():
                file = packed.extractfile(member) or io.BytesIO()
                yield member.name, file.read().decode(errors="replace")


def _python(text: str) -> Package:
    headers = HeaderParser().parsestr(text)
    classified = [
        value.rpartition(" :: ")[2] for value in headers.get_all("Classifier", []) if value.startswith("License")
    ]
    named = (headers["License-Expression"] or "").strip() or "; ".join(classified)
    short = (headers["License"] or "").strip().splitlines()
    return Package("pypi", headers["Name"], headers["Version"], named or (short[0] if short else UNKNOWN))


def _debian(status: str, copyrights: dict[str, str]) -> Iterator[Package]:
    for block in status.split("\n\n"):
        headers = HeaderParser().parsestr(block)
        if headers["Package"] and "installed" in (headers["Status"] or ""):
            named = re.findall(r"^License: *(\S.*)$", copyrights.get(headers["Package"], ""), re.M)
            licence = "; ".join(sorted({line.strip() for line in named})) or UNKNOWN
            yield Package("deb", headers["Package"], headers["Version"], licence)


def _alpine(database: str) -> Iterator[Package]:
    for block in database.split("\n\n"):
        fields = dict(line.split(":", 1) for line in block.splitlines() if line[1:2] == ":")
        if "P" in fields:
            yield Package("apk", fields["P"], fields.get("V", ""), fields.get("L", UNKNOWN))


def _page() -> Iterator[Package]:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())
    for path, entry in lock["packages"].items():
        name = path.rpartition("node_modules/")[2]
        if "node_modules/" in path and not entry.get("dev") and not entry.get("link") and "version" in entry:
            yield Package("npm", name, entry["version"], entry.get("license", UNKNOWN))


def bill(image: Image, packages: Sequence[Package]) -> str:
    """Return the list of contents as CycloneDX JSON, the same for the same image."""
    licences = LicenseFactory()
    name, _, version = image.tag.partition(":")
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_OID, identity(image.tag)))
    bom.metadata.timestamp = dt.datetime.fromtimestamp(int(MOMENT), dt.UTC)
    bom.metadata.component = Component(name=name, version=version, type=ComponentType.CONTAINER, bom_ref=image.tag)
    for package in packages:
        url = _url(package)
        listed = [] if package.licence == UNKNOWN else [licences.make_from_string(package.licence)]
        bom.components.add(
            Component(
                name=package.name,
                version=package.version,
                type=ComponentType.LIBRARY,
                licenses=listed,
                purl=url,
                bom_ref=url.to_string(),
            )
        )
    bom.register_dependency(bom.metadata.component, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=1)


def _url(package: Package) -> PackageURL:
    namespace = {"deb": "debian", "apk": "alpine"}.get(package.kind)
    name = package.name
    if package.kind == "npm" and name.startswith("@"):
        namespace, _, name = name.partition("/")
    return PackageURL(type=package.kind, namespace=namespace, name=name, version=package.version)
