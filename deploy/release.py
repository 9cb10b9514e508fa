"""A release: `make release VERSION=1.103.0` makes the commit and its tag, then images, chart and notes in
`build/release/<version>`. Without VERSION it makes these of the release that is checked out.

Nothing leaves the machine: `git push --follow-tags`, and pushing images and chart where REGISTRY names a place
for them.
"""

import os
import shutil
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from deploy import changelog, images, version
from devstack import prepare
from devstack.layout import ROOT, Trouble
from devstack.tools import chart


def release() -> None:
    """Make the release that VERSION names, or the artifacts of the one that is checked out.

    Raises:
        Trouble: the tree has changes, is no release, or a step failed.
    """
    wanted = os.environ.get("VERSION", "")
    if images.git("status", "--porcelain"):
        raise Trouble("The tree has changes that are in no commit: commit them first, a release is a commit.")
    if wanted:
        cut(wanted)
    present = version.present()
    if tag(present) not in images.git("tag", "--points-at", "HEAD").split():
        raise Trouble(f"This commit is no release: `make release VERSION=...` makes one, after {present}.")
    print(f"{tag(present)}: everything is in {artifacts(present)}. Next: git push --follow-tags")


def tag(number: str) -> str:
    """The tag of a version."""
    return f"v{number}"


def cut(number: str) -> None:
    """Write the version everywhere, close the changelog, note the present protocol, commit and tag.

    Raises:
        Trouble: the version is not a later one, or the changelog says nothing.
    """
    changelog.close(number, datetime.now(UTC).date())
    version.write(number)
    prepare.release()
    _run(["git", "commit", "--all", "--quiet", "--message", f"release: {number}"])
    _run(["git", "tag", "--annotate", tag(number), "--message", changelog.notes(number)])


def artifacts(number: str) -> Path:
    """Build the images, pack the chart, write the notes; the folder of what is no image.

    Raises:
        Trouble: a build failed, or helm is missing.
    """
    folder = ROOT / "build" / "release" / number
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text(f"{changelog.notes(number)}\n")
    built = images.chosen([])
    images.build(built)
    helm = chart.helm()
    if helm is None:
        raise Trouble("helm packs the chart and is missing here: install it, or build it by `make test ONLY=chart`.")
    _run([str(helm), "package", str(chart.CHART), "--destination", str(folder)])
    if registry := os.environ.get("REGISTRY", "").rstrip("/"):
        images.push(built, registry)
        _run([str(helm), "push", str(next(folder.glob("*.tgz"))), f"oci://{registry}/charts"])
    return folder


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"`{' '.join(command[:3])}` failed: {(done.stderr or done.stdout).strip()[-500:]}")
