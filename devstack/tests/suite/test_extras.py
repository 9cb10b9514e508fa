"""Extra stages of the suite: they run under conditions, and else print the reason."""

from pathlib import Path

import pytest

from devstack.suite import extras
from devstack.suite.counting import Count
from devstack.suite.kept import Tree
from devstack.suite.testing import Suite


class Late(Suite):
    """A suite with a given time left."""

    seconds = 0.0

    def left(self) -> float:
        return self.seconds


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Late:
    monkeypatch.setattr("devstack.suite.runner.RESULTS", tmp_path)
    return Late([], Tree(tmp_path))


@pytest.mark.parametrize(
    ("missing", "seconds", "named", "printed"),
    [
        ("", 1300, False, ""),
        ("", 1100, False, "  skipped: too little of the suite's time is left; it runs alone when it is named\n"),
        ("", 1100, True, ""),
        ("no helm", 1300, False, "  skipped: no helm\n"),
        ("no helm", 1300, True, "  skipped: no helm\n"),
    ],
)
def test_stage_runs_if_it_has_tools_and_time(
    suite: Late, capsys: pytest.CaptureFixture[str], missing: str, seconds: float, named: bool, printed: str
) -> None:
    suite.seconds = seconds
    stage = extras.Extra(lambda _: missing, lambda _: Count(passed=7))
    assert stage(suite, named) == (Count(skipped=1) if printed else Count(passed=7))
    assert capsys.readouterr().out == printed


def test_suite_has_every_extra_stage(suite: Late) -> None:
    assert list(suite.stages)[-len(extras.EXTRAS) :] == list(extras.EXTRAS)
