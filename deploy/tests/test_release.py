"""A release is a commit with one version, a tag and a text."""

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from deploy import changelog, images, release, version
from deploy.tests.conftest import LATER, TEXT
from devstack.layout import Trouble


def test_a_release_is_a_commit_with_its_version_tag_and_text(tree: Callable[..., str]) -> None:
    release.cut(LATER)
    assert version.present() == LATER
    assert (tree("log", "-1", "--format=%s"), tree("status", "--porcelain")) == (f"release: {LATER}", "")
    assert tree("tag", "--points-at", "HEAD") == f"v{LATER}"
    assert changelog.notes(LATER) == "- Slips can be undone."
    assert tree("tag", "--list", "--format=%(contents)").strip() == "- Slips can be undone."


def test_uncommitted_changes_are_refused(tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VERSION", LATER)
    Path(tree("rev-parse", "--show-toplevel"), "changelog.md").write_text("other")
    with pytest.raises(Trouble, match="changes that are in no commit"):
        release.release()


def test_tagged_version_is_refused_before_anything_is_written(tree: Callable[..., str]) -> None:
    tree("tag", f"v{LATER}")
    with pytest.raises(Trouble, match=f"git already has the tag v{LATER}"):
        release.cut(LATER)
    assert tree("status", "--porcelain") == ""


def test_commit_without_a_release_has_no_artifacts(tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VERSION", raising=False)
    with pytest.raises(Trouble, match="This commit is no release"):
        release.release()


def test_without_an_image_builder_the_rest_is_made_and_reported(
    tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VERSION", LATER)
    monkeypatch.delenv("REGISTRY", raising=False)
    monkeypatch.setattr("deploy.release.chart.helm", lambda: None)  # and no Go: `which` finds nothing below
    images.engine.cache_clear()
    monkeypatch.setattr("deploy.images.shutil.which", lambda _: None)
    release.release()
    output = capsys.readouterr().out
    assert "Not made here: images. Nothing here builds images" in output and "Not made here: the chart." in output
    notes = Path(tree("rev-parse", "--show-toplevel"), "build", "release", LATER, "notes.md")
    assert notes.read_text() == "- Slips can be undone.\n"
    assert tree("tag", "--points-at", "HEAD") == f"v{LATER}"


def test_push_without_images_is_refused(tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    release.cut(LATER)
    monkeypatch.delenv("VERSION", raising=False)
    monkeypatch.setenv("REGISTRY", "registry.example.org/office")
    images.engine.cache_clear()
    monkeypatch.setattr("deploy.images.shutil.which", lambda _: None)
    with pytest.raises(Trouble, match="Nothing here builds images"):
        release.release()


def test_release_notes_name_the_changes(tmp_path: Path) -> None:
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


def test_the_changelog_of_this_tree_is_that_of_a_release_or_can_become_one() -> None:
    assert changelog._section(changelog.PATH.read_text(), "Unreleased") or changelog.notes(version.present())
