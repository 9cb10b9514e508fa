"""Flaky tests are run once more and named. A test that fails again has failed."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from devstack.layout import ROOT
from devstack.suite.counting import Count, flaky, playwright
from devstack.suite.kept import Part, Tree
from devstack.suite.testing import Suite
from devstack.tools.bounded import Ended

TESTS = """
from pathlib import Path

def test_always(): pass

def test_the_second_time():
    mark = Path(__file__).with_name("mark")
    if not mark.exists():
        mark.touch()
        raise AssertionError("not yet")
"""

ONE = Part("one", ("tests/**",))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite whose only place is a folder with a test."""
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "tests" / "test_one.py").write_text(TESTS)
    monkeypatch.setattr("devstack.suite.runner.RESULTS", tmp_path)
    monkeypatch.setattr("devstack.suite.parts.places", lambda: [tmp_path / "tests"])
    monkeypatch.setattr("devstack.suite.parts.pytest", lambda place: ONE)
    monkeypatch.setattr("devstack.suite.parts.name", lambda place: "one")
    monkeypatch.setattr("devstack.suite.parts.left_out", lambda place: [])
    monkeypatch.setattr(Suite, "stack", lambda self, whole: Count())
    return tmp_path / "tests"


def suite(place: Path) -> Suite:
    return Suite([], Tree(place.parent))


def test_test_that_fails_once_is_run_again_and_named(place: Path) -> None:
    first = suite(place)
    assert first.unit() == Count(passed=2)
    assert [name.split("::")[1] for name in first.second] == ["test_the_second_time"]
    assert suite(place).kept.find(ONE) is None, "a pass by accident is kept"


def test_test_that_fails_twice_has_failed(place: Path) -> None:
    (place / "test_two.py").write_text("def test_never(): raise AssertionError\n")
    first = suite(place)
    assert first.unit() == Count(passed=1, failed=2)
    assert first.second == []


HANGS_ONCE = """
import os, subprocess, sys, time
from pathlib import Path

def test_the_second_time_it_ends():
    mark = Path(__file__).with_name("hung")
    if not mark.exists():
        mark.touch()
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        time.sleep(60)
"""


def test_run_that_hangs_is_ended_named_and_run_again(
    place: Path, time_up_at: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "test_one.py").write_text(HANGS_ONCE)
    time_up_at(place / "hung")
    first = suite(place)
    assert first.unit() == Count(passed=1)
    assert first.second == ["one as a whole, whose first run never ended"]
    printed = capsys.readouterr().out
    assert "in test_the_second_time_it_ends" in printed, "nobody can tell where it hung"
    assert "and no report" in printed


def test_many_failures_are_not_run_again(place: Path) -> None:
    lines = [f"def test_never_{number}(): raise AssertionError" for number in range(5)]
    (place / "test_two.py").write_text("\n".join(lines))
    assert suite(place).unit() == Count(passed=1, failed=6)


def test_flaky_browser_tests_are_named(tmp_path: Path) -> None:
    inner = {"specs": [{"file": "a.spec.ts", "title": "shaky", "tests": [{"status": "flaky"}]}]}
    plain = {"file": "b.spec.ts", "title": "plain", "tests": [{"status": "expected"}]}
    stats = {"expected": 1, "flaky": 1, "unexpected": 0, "skipped": 0}
    report = tmp_path / "playwright.json"
    report.write_text(json.dumps({"stats": stats, "suites": [{"suites": [inner], "specs": [plain]}]}))
    assert (playwright(report), flaky(report)) == (Count(2), ["a.spec.ts: shaky"])


@pytest.mark.parametrize(("second", "counted"), [(0, Count(passed=2)), (1, Count(passed=1, failed=1))])
def test_failed_test_of_the_web_is_run_again(
    place: Path, monkeypatch: pytest.MonkeyPatch, second: int, counted: Count
) -> None:
    project = Part("web/libs/a", ("libs/a/**",))
    file = str(ROOT / "web" / "libs" / "a" / "a.test.ts")
    asked: list[tuple[str, ...]] = []

    def vitest(command: list[str], seconds: float, cwd: Path, env: dict[str, str]) -> Ended:
        asked.append(tuple(command[3:]))
        states = ["passed", "failed" if len(asked) == 1 or second else "passed"]
        tests = [{"title": f"{state} {number}", "status": state} for number, state in enumerate(states)]
        report = {"testResults": [{"name": file, "status": states[1], "assertionResults": tests}]}
        Path(env["VITEST_JSON"]).write_text(json.dumps(report))
        return Ended(int(states[1] == "failed"), "")

    monkeypatch.setattr("devstack.tools.bounded.run", vitest)
    monkeypatch.setattr("devstack.suite.parts.web_projects", lambda: [project])
    first = suite(place)
    assert first.web() == counted
    assert asked == [("libs/a/",), (file,)]
    assert first.second == ([] if second else ["a.test.ts: failed 1"])
    assert suite(place).kept.find(project) is None, "a pass by accident is kept"
