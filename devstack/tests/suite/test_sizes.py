"""The two sizes of the suite: marked tests run only with `ALL=1`, which every test runner gets."""

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from devstack import prepare
from devstack.layout import ROOT
from devstack.suite import extras, parts, reports, sizes
from devstack.suite.counting import Count
from devstack.suite.kept import Tree
from devstack.suite.runner import WEB
from devstack.suite.testing import Suite
from devstack.tools.bounded import Ended

TESTS = """
import pytest
from staffroom_testing.sizes import sized

pytest_plugins = ["staffroom_testing.plugin"]

def test_each_thing(): assert sized("once", "all") == {size!r}

@pytest.mark.all
def test_once_more(): pass

@pytest.mark.parametrize("width", [1440, pytest.param(820, marks=pytest.mark.all)])
def test_a_width(width): pass
"""


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Suite:
    monkeypatch.setattr("devstack.suite.runner.RESULTS", tmp_path)
    return Suite([], Tree(tmp_path))


@pytest.mark.parametrize(("value", "size", "run", "left"), [("0", "once", 2, 2), ("1", "all", 4, 0)])
def test_pytest_leaves_marked_tests_out(
    suite: Suite, monkeypatch: pytest.MonkeyPatch, value: str, size: str, run: int, left: int
) -> None:
    monkeypatch.setenv("ALL", value)
    tests = suite.results / "test_one.py"
    tests.write_text(TESTS.format(size=size))
    options = ["-c", str(ROOT / "pyproject.toml"), f"--junitxml={suite.results / 'pytest-one.xml'}"]
    done = suite.run_pytest(tests, options, {})
    assert done.returncode == 0, done.output
    cases = (suite.results / "pytest-one.xml").read_text().count("<testcase")
    assert (cases, reports.left(suite.results)) == (run, left)
    assert (f"{left} left to `make test ALL=1`" in done.output) == bool(left)
    assert "skipped" not in done.output


@pytest.mark.parametrize(("value", "everything"), [(None, False), ("", False), ("0", False), ("1", True)])
def test_small_size_is_the_default(monkeypatch: pytest.MonkeyPatch, value: str | None, everything: bool) -> None:
    monkeypatch.delenv("ALL", raising=False)
    if value is not None:
        monkeypatch.setenv("ALL", value)
    assert sizes.everything() == everything


def test_playwright_and_vitest_get_the_size(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    environments: list[Mapping[str, str]] = []

    def run(command: Sequence[str], seconds: float, cwd: Path, env: Mapping[str, str], show: bool = False) -> Ended:
        environments.append(env)
        report = {"stats": {"expected": 1, "flaky": 0, "unexpected": 0, "skipped": 0}, "suites": []}
        (suite.results / "playwright-browser.json").write_text(json.dumps(report))
        return Ended(0, "")

    monkeypatch.setattr("devstack.tools.bounded.run", run)
    monkeypatch.setenv("ALL", "1")
    assert suite.run_playwright(parts.BROWSER, "e2e", "chromium") == Count(passed=1)
    suite.run_vitest([], suite.results / "vitest.json")
    assert [env["ALL"] for env in environments] == ["1", "1"]


def test_playwright_leaves_tagged_stories_out(suite: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare.node_modules()
    listed = {}
    for size in ("0", "1"):
        monkeypatch.setenv("ALL", size)
        command = [str(WEB / "node_modules" / ".bin" / "playwright"), "test", "--list", "-c", "apps/e2e"]
        done = subprocess.run(command, cwd=WEB, env=suite.environment(), text=True, capture_output=True, check=True)
        listed[size] = done.stdout
    walked = "each entry of the menu of accounting opens"
    more = "each entry of the menu of exams opens"
    assert walked in listed["0"] and more not in listed["0"]
    assert walked in listed["1"] and more in listed["1"]


@pytest.mark.parametrize("name", ["drill", "upgrade"])
def test_installations_are_tested_with_all(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.delenv("ALL", raising=False)
    assert "ALL=1" in extras.EXTRAS[name].missing(False)
    monkeypatch.setenv("ALL", "1")
    assert extras.EXTRAS[name].missing(False) == ""


def test_every_area_has_stories_in_both_sizes() -> None:
    """The small size runs at least one story of each file, except files that repeat a walk."""
    stories = {path.name: path.read_text() for path in (WEB / "apps" / "e2e" / "src").glob("*.spec.ts")}
    whole = {
        name
        for name, text in stories.items()
        if len(re.findall(r"^ *test\(", text, re.M)) == len(re.findall(r",\s*all,\s", text))
    }
    assert whole == {"finance-a11y.spec.ts"}
