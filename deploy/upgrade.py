"""`python -m deploy upgrade`: docker-compose runs the release of this tree.

The images come first, then a backup by the container `backup`, then the containers, with migrations before services. A
failure before that leaves the old release running and its version in `.env`.
"""

import os
import re
from pathlib import Path

from deploy import images
from deploy.docker import check, compose, settings
from deploy.settings import ENV, write
from devstack.layout import ROOT, SERVICES, Trouble

_VERSION = "STAFFROOM_VERSION"
_AREAS = re.compile(rf"^STAFFROOM_(?:{'|'.join(SERVICES).upper()})_VERSION=.*\n?", re.M)
"""Lines of areas that run their own version; a release has all areas."""


def upgrade(folder: Path = ROOT) -> None:
    """Bring the installation whose `.env` is in `folder` to the version of this tree.

    Raises:
        Trouble: there is none, or a step failed; says which release runs and what to do.
    """
    path = folder / ENV
    settings(folder)
    write(folder, {})  # settings that the new release adds
    known = settings(folder)
    check()
    before, after, text = known.get(_VERSION, ""), images.version(), path.read_text()
    print(f"From {before or 'no version'} to {after}", flush=True)
    for line in _AREAS.findall(text):
        print(f"{line.strip()} is removed from {ENV}: the area comes with the release", flush=True)
    _set_version(path, after)
    try:
        if known.get("STAFFROOM_REGISTRY"):
            compose(folder, ["pull", "--quiet"], "The images could not be fetched")
        else:
            images.build(images.chosen([]))
        if os.environ.get("BACKUP", "1") != "0":
            compose(folder, ["exec", "-T", "backup", "python", "-m", "backup", "once"], "The backup was not made")
    except (Trouble, KeyboardInterrupt):
        path.write_text(text)
        raise
    compose(
        folder,
        ["up", "--detach", "--wait", "--remove-orphans"],
        f"Not every container of {after} came up (see `docker compose ps` and its logs); mend that and try again, "
        f"or go back with `git checkout v{before}` and `make deploy ARGS=upgrade`",
    )
    print(f"Staffroom runs {after}: {known['STAFFROOM_PUBLIC_URL']}", flush=True)


def _set_version(path: Path, version: str) -> None:
    """Write the line of the version and remove those of areas; everything else in the file is the operator's."""
    line, text = f"{_VERSION}={version}", _AREAS.sub("", path.read_text())
    replaced, count = re.subn(rf"^{_VERSION}=.*$", line, text, flags=re.M)
    path.write_text(replaced if count else f"{text.rstrip()}\n{line}\n")
