"""The slowest and the failed tests of all runners, read from their reports."""

import json
from pathlib import Path

import pytest

from devstack.suite import reports as runs
from devstack.suite.counting import Count
from devstack.suite.kept import Tree
from devstack.suite.testing import Suite


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """A folder with a report of each runner, and an incomplete one."""
    cases = "".join(f'<testcase classname="finance.tests" name="test_{n}" time="{n}.5"/>' for n in range(12))
    (tmp_path / "pytest-finance.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    (tmp_path / "pytest-broken.xml").write_text("<testsuites>")
    results = [{"title": "adds", "duration": 9700}, {"title": "is not timed"}]
    file = {"name": "/here/web/libs/a.test.ts", "assertionResults": results}
    (tmp_path / "vitest.json").write_text(json.dumps({"testResults": [file]}))
    spec = {"file": "a.spec.ts", "title": "opens", "tests": [{"results": [{"duration": 6000}, {"duration": 4000}]}]}
    (tmp_path / "playwright.json").write_text(json.dumps({"suites": [{"suites": [{"specs": [spec]}]}]}))
    return tmp_path


def test_slowest_tests_of_all_runners_are_named(reports: Path) -> None:
    lines = runs.slowest(reports)
    assert lines[:4] == [
        "  11.5 s  finance.tests::test_11",
        "  10.5 s  finance.tests::test_10",
        "  10.0 s  a.spec.ts: opens",
        "   9.7 s  libs/a.test.ts: adds",
    ]
    assert len(lines) == runs.MOST_SLOW


def test_reports_of_earlier_runs_are_removed(reports: Path) -> None:
    runs.forget(reports)
    assert runs.slowest(reports) == []


def test_failed_tests_are_named_with_their_message(reports: Path) -> None:
    case = '<testcase classname="a" name="test_{}" time="1"><failure message="assert {} == 2&#10;more"/></testcase>'
    both = case.format("once", 0) + case.format("twice", 1)
    (reports / "pytest-a.xml").write_text(f"<testsuites><testsuite>{both}</testsuite></testsuites>")
    again = '<testcase classname="a" name="test_once" time="1"/>'
    (reports / "pytest-a-again.xml").write_text(f"<testsuites><testsuite>{again}</testsuite></testsuites>")
    test = {"title": "adds", "status": "failed", "failureMessages": ["\x1b[31mError\x1b[0m: 1 is not 2\n  at a.ts"]}
    broken = {
        "name": "/here/web/libs/b.test.ts",
        "status": "failed",
        "message": "not found",
        "assertionResults": [],
    }
    files = [{"name": "/here/web/libs/a.test.ts", "assertionResults": [test]}, broken]
    (reports / "vitest.json").write_text(json.dumps({"testResults": files}))
    tried = {"status": "unexpected", "results": [{"duration": 1, "errors": [{"message": "timed out"}]}]}
    spec = {"file": "a.spec.ts", "title": "opens", "tests": [tried]}
    (reports / "playwright.json").write_text(json.dumps({"suites": [{"specs": [spec]}]}))
    assert runs.failed(reports) == [
        "a::test_twice: assert 1 == 2",
        "libs/a.test.ts: adds: Error: 1 is not 2",
        "libs/b.test.ts: not found",
        "a.spec.ts: opens: timed out",
    ]


def test_run_names_slow_and_failed_tests_above_its_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("devstack.suite.runner.RESULTS", tmp_path)
    monkeypatch.setattr("devstack.prepare.proto", lambda: None)
    monkeypatch.setattr("devstack.prepare.has_web", lambda: False)

    def proto(_: Suite) -> Count:
        case = '<testcase classname="a" name="test_b" time="2"/>'
        (tmp_path / "pytest-a.xml").write_text(f"<testsuites><testsuite>{case}</testsuite></testsuites>")
        return Count(passed=1)

    monkeypatch.setattr(Suite, "proto", proto)
    assert Suite(["proto"], Tree(tmp_path)).run() == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-4:-2] == ["The slowest tests:", "   2.0 s  a::test_b"]
    assert printed[-2].startswith("proto    1 passed, 0 failed") and printed[-1] == "1 passed, 0 failed"
