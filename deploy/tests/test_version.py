"""One version everywhere, written by one command."""

import shutil
from pathlib import Path

import pytest

from deploy import version
from devstack.layout import ROOT, Trouble
from kit.version import VERSION


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files that name the version."""
    for name in version.PLACES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.setattr(version, "ROOT", tmp_path)
    return tmp_path


def test_every_place_names_the_version_of_the_services() -> None:
    assert version.named() == {name: {VERSION} for name in version.PLACES}


def test_later_version_is_written_into_every_place_and_nothing_else(tree: Path) -> None:
    before = {name: (tree / name).read_text() for name in version.PLACES}
    later = f"{int(VERSION.split('.')[0]) + 1}.907.613"
    version.write(later)
    assert version.named() == {name: {later} for name in version.PLACES}
    assert {name: (tree / name).read_text().replace(later, VERSION) for name in version.PLACES} == before


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ("1.2", "1.2 is no version: give three numbers, for example 1.103.0."),
        ("v9.0.0", "v9.0.0 is no version"),
        ("9.0.0-rc1", "9.0.0-rc1 is no version"),
        (VERSION, f"{VERSION} is not later than the present version, {VERSION}."),
        ("0.9.0", f"0.9.0 is not later than the present version, {VERSION}."),
    ],
)
def test_invalid_or_earlier_version_is_refused(tree: Path, wanted: str, refusal: str) -> None:
    with pytest.raises(Trouble, match=refusal):
        version.write(wanted)
    assert version.present() == VERSION


def test_missing_or_different_place_is_named(tree: Path) -> None:
    chart = tree / "charts/staffroom/Chart.yaml"
    chart.write_text(chart.read_text().replace(f'appVersion: "{VERSION}"', 'appVersion: "0.0.1"'))
    with pytest.raises(Trouble, match=f"several versions: 0.0.1, {VERSION}"):
        version.present()
    chart.write_text("name: staffroom\n")
    with pytest.raises(Trouble, match=r"no longer in charts/staffroom/Chart\.yaml"):
        version.present()
