"""The release of one area: its version, its images, and refusals."""

import subprocess
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from deploy import area, images, version
from deploy.tests.conftest import LATER
from devstack.layout import SERVICES, Trouble

NOW = version.present()


@pytest.fixture
def ready(tree: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """A repository whose areas fit and pass their tests, on a machine that builds no images."""
    monkeypatch.delenv("REGISTRY", raising=False)
    monkeypatch.setattr("deploy.area.fitting.check", lambda _, tag: None)
    monkeypatch.setattr(area, "AreaSuite", lambda _: SimpleNamespace(run=lambda: 0))
    images.engine.cache_clear()
    monkeypatch.setattr("deploy.images.shutil.which", lambda _: None)
    return tree


def test_area_gets_a_tag_with_the_release_and_a_count(
    ready: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    area.release("teaching")
    area.release("teaching")
    area.release("people")
    assert ready("tag").split() == [f"people-v{NOW}.1", f"teaching-v{NOW}.1", f"teaching-v{NOW}.2"]
    output = capsys.readouterr().out
    assert f"STAFFROOM_TEACHING_VERSION={NOW}.2 in .env" in output and f"--set areas.teaching.tag={NOW}.2" in output
    assert "Not made here: images." in output


def test_notes_are_the_commits_to_the_area_since_its_last_release(ready: Callable[..., str]) -> None:
    def commit(path: str, subject: str) -> None:
        top = ready("rev-parse", "--show-toplevel")
        subprocess.run(["sh", "-c", f"mkdir -p {path} && echo '{subject}' > {path}/file"], cwd=top, check=True)
        ready("add", ".")
        ready("commit", "--quiet", "--message", subject)

    commit("services/teaching", "slips: old")
    area.release("teaching")
    commit("services/teaching", "slips: one more column")
    commit("web/apps/people", "people: another matter")
    commit("web/apps/teaching", "slips: the column is shown")
    area.release("teaching")
    output = ready("tag", "--list", f"teaching-v{NOW}.2", "--format=%(contents)")
    assert output.split("\n")[2:4] == ["- slips: the column is shown", "- slips: one more column"]
    assert "another" not in output and "old" not in output


def test_both_images_have_the_version_of_the_area() -> None:
    service, remote = images.of_area("teaching", "1.103.0.1")
    assert (service.tag, remote.tag) == ("staffroom/teaching:1.103.0.1", "staffroom/teaching-remote:1.103.0.1")


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        (LATER, "is no version of an area"),
        (f"{LATER}.1", "is no version of an area"),
        (f"{NOW}.x", "is no version of an area"),
        (f"{NOW}.1", "is already released"),
    ],
)
def test_version_of_another_release_or_an_existing_one_is_refused(
    ready: Callable[..., str], wanted: str, refusal: str
) -> None:
    area.release("teaching")
    with pytest.raises(Trouble, match=refusal):
        area.release("teaching", wanted)


def test_incompatible_or_failing_area_gets_no_tag(ready: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match="There is no area 'exams': give S= one of identity"):
        area.release("exams")
    monkeypatch.setattr(area, "AreaSuite", lambda _: SimpleNamespace(run=lambda: 1))
    with pytest.raises(Trouble, match="teaching is not released: a test failed"):
        area.release("teaching")

    def misfit(name: str, tag: str) -> None:
        raise Trouble(f"{name} does not fit {tag}")

    monkeypatch.setattr("deploy.area.fitting.check", misfit)
    for name in SERVICES:
        with pytest.raises(Trouble, match=f"{name} does not fit v{NOW}"):
            area.release(name)
    assert not ready("tag")
