"""A release: `make release VERSION=1.103.0` makes the commit and its tag, then images, chart and notes in
`build/release/<version>`. Without VERSION it makes those of the checked-out release.

A machine that cannot build images or pack the chart reports this and makes the rest; `make release` on another machine,
in a checkout of the tag, makes the missing ones. The commit is not pushed: run `git push --follow-tags`. Images and
chart are pushed only if REGISTRY names a place for them.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from deploy import changelog, images, version
from devstack import prepare
from devstack.layout import ROOT, Trouble
from devstack.tools import chart


class Unmade:
    """The artifacts that this machine could not make, with the reasons."""

    def __init__(self) -> None:
        self.reasons: list[str] = []

    @contextmanager
    def noted(self, name: str) -> Iterator[None]:
        """Record a missing artifact if the block raises Trouble. With REGISTRY, raise it: a push was requested."""
        try:
            yield
        except Trouble as trouble:
            if os.environ.get("REGISTRY"):
                raise
            self.reasons.append(f"Not made here: {name}. {trouble}\n")

    def __str__(self) -> str:
        """Return sentences for a message; empty if every artifact was made."""
        return "".join(f"\n{reason}" for reason in self.reasons)


def release() -> None:
    """Make the release that VERSION names, or the artifacts of the one that is checked out.

    Raises:
        Trouble: the tree has changes, is not a release, or a step failed.
    """
    wanted = os.environ.get("VERSION", "")
    commit_is_clean()
    if wanted:
        cut(wanted)
    present = version.present()
    if tag(present) not in images.git("tag", "--points-at", "HEAD").split():
        raise Trouble(f"This commit is no release: `make release VERSION=...` makes one, after {present}.")
    folder, unmade = artifacts(present)
    print(f"{tag(present)}: what is made is in {folder}. {unmade}Next: git push --follow-tags")


def commit_is_clean() -> None:
    """Refuse a tree with changes.

    Raises:
        Trouble: there are some.
    """
    if images.git("status", "--porcelain"):
        raise Trouble("The tree has changes that are in no commit: commit them first, a release is a commit.")


def tag(number: str) -> str:
    """Return the tag of a version."""
    return f"v{number}"


def cut(number: str) -> None:
    """Write the version everywhere, close the changelog, note the current protocol, commit and tag.

    Raises:
        Trouble: the version is not a later one, its tag exists, or the changelog says nothing.
    """
    if images.git("tag", "--list", tag(number)):
        raise Trouble(f"git already has the tag {tag(number)}: give a later version, or check that tag out.")
    changelog.close(number, datetime.now(UTC).date())
    prepare.release()  # first: a new version in package-lock.json would make npm install all packages again
    version.write(number)
    run(["git", "commit", "--all", "--quiet", "--message", f"release: {number}"])
    run(["git", "tag", "--annotate", tag(number), "--message", changelog.notes(number)])
    images.version.cache_clear()
    images.revision.cache_clear()


def artifacts(number: str) -> tuple[Path, Unmade]:
    """Build the images, pack the chart and write the notes; return the folder of the other artifacts, and the missing
    ones.

    Raises:
        Trouble: a build failed.
    """
    folder, unmade = write_notes(number, changelog.notes(number)), Unmade()
    with unmade.noted("images"):
        images.engine()
    built = [] if unmade.reasons else images.chosen([])
    images.build(built)
    pack_chart(folder, unmade)
    if registry := os.environ.get("REGISTRY", "").rstrip("/"):
        images.push(built, registry)
        run([str(chart.build_helm()), "push", str(next(folder.glob("*.tgz"))), f"oci://{registry}/charts"])
    return folder, unmade


def pack_chart(folder: Path, unmade: Unmade) -> None:
    """Pack the chart into a folder, or note that there is neither helm nor Go."""
    with unmade.noted("the chart"):
        run([str(chart.build_helm()), "package", str(chart.CHART), "--destination", str(folder)])


def write_notes(name: str, text: str) -> Path:
    """Write the notes of a release into its empty folder."""
    folder = ROOT / "build" / "release" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "notes.md").write_text(f"{text}\n")
    return folder


def run(command: Sequence[str]) -> None:
    """Run a command in the tree. Raises Trouble with the end of its output."""
    done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    if done.returncode:
        raise Trouble(f"`{' '.join(command[:3])}` failed: {(done.stderr or done.stdout).strip()[-500:]}")
