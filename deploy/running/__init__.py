"""Tests of the images: they are built, started together, called and stopped (`make test ONLY=images`)."""

import os
import shutil

from deploy import bases, images
from devstack.layout import Trouble


def missing(named: bool) -> str:
    """Return why the tests cannot run here; an empty string if they can.

    Unless the stage is named, they run only where the images of this commit are built: that takes minutes."""
    lost = [program for program in ("buildah", "podman") if not shutil.which(program)]
    if lost or os.geteuid() != 0:
        return (
            "images are built and run by root with buildah and podman (Debian and Ubuntu: "
            f"`apt-get install --no-install-recommends {' '.join(images.MACHINE)}`)"
        )
    return "" if named or built() else "the images of this commit are not built: `make images`, or ONLY=images"


def built() -> bool:
    """Return True if all images of this commit exist."""
    try:
        configs = [images.inspect(image.tag)["Config"] for image in images.every().values()]
    except Trouble:
        return False
    labels = [config.get("Labels") or {} for config in configs if isinstance(config, dict)]
    return {label.get("org.opencontainers.image.revision") for label in labels} == {images.revision()}


def prepare() -> None:
    """Build the images of this tree, their bases first. Raises Trouble."""
    bases.ensure()
    images.build(images.chosen([]))
