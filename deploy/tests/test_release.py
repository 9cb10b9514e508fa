"""A release is a commit with one version, a tag and a text."""

import shutil
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from deploy import changelog, images, release, version
from devstack.layout import ROOT, Trouble

LATER = f"{int(version.present().split('.')[0]) + 1}.0.0"
TEXT = "# Changelog\n\nHow.\n\n## Unreleased\n{}\n## 1.0.0, 2025-01-01\n- Old.\n"


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A repository with the files that name the version; the function runs git in it."""

    def git(*arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=tmp_path, text=True, capture_output=True, check=True)
        return done.stdout.strip()

    for name in version.PLACES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    notes = tmp_path / "changelog.md"
    notes.write_text(TEXT.format("- Slips can be undone.\n"))
    for module in (version, images, release):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    for function in (changelog.close, changelog.notes):
        monkeypatch.setattr(changelog, function.__name__, lambda *given, call=function: call(*given, path=notes))
    # It compiles the protocol of the real tree into a file of the real tree.
    monkeypatch.setattr("devstack.prepare.release", lambda: None)
    git("init", "--quiet")
    git("config", "user.name", "Somebody")
    git("config", "user.email", "somebody@staffroom.example")
    git("add", ".")
    git("commit", "--quiet", "--message", "begin")
    return git


def test_a_release_is_a_commit_with_its_version_tag_and_text(tree: Callable[..., str]) -> None:
    release.cut(LATER)
    assert version.present() == LATER
    assert (tree("log", "-1", "--format=%s"), tree("status", "--porcelain")) == (f"release: {LATER}", "")
    assert tree("tag", "--points-at", "HEAD") == f"v{LATER}"
    assert changelog.notes(LATER) == "- Slips can be undone."
    assert tree("tag", "--list", "--format=%(contents)").strip() == "- Slips can be undone."


def test_changes_in_no_commit_are_refused(tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSION", LATER)
    Path(tree("rev-parse", "--show-toplevel"), "changelog.md").write_text("other")
    with pytest.raises(Trouble, match="changes that are in no commit"):
        release.release()


def test_a_commit_that_is_no_release_has_no_artifacts(
    tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VERSION", raising=False)
    with pytest.raises(Trouble, match="This commit is no release"):
        release.release()


def test_a_release_says_what_changed(tmp_path: Path) -> None:
    path = tmp_path / "changelog.md"
    path.write_text(TEXT.format(""))
    with pytest.raises(Trouble, match="Nothing stands under Unreleased"):
        changelog.close(LATER, date(2026, 1, 2), path)
    path.write_text(TEXT.format("- New.\n"))
    changelog.close(LATER, date(2026, 1, 2), path)
    assert changelog.notes(LATER, path) == "- New."
    assert f"## Unreleased\n\n## {LATER}, 2026-01-02\n- New.\n" in path.read_text()
    assert changelog.notes("1.0.0", path) == "- Old."
    with pytest.raises(Trouble, match=r"says nothing of 9\.9\.9"):
        changelog.notes("9.9.9", path)


def test_the_changelog_of_this_tree_can_become_a_release() -> None:
    assert changelog._section(changelog.PATH.read_text(), "Unreleased")
