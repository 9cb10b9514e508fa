"""The slowest tests of all runners, read from their reports."""

import json
from pathlib import Path

import pytest

from devstack import slowest
from devstack.counting import Count
from devstack.testing import Suite


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """A folder with a report of each runner and one that is not whole."""
    cases = "".join(f'<testcase classname="finance.tests" name="test_{n}" time="{n}.5"/>' for n in range(12))
    (tmp_path / "pytest-finance.xml").write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
    (tmp_path / "pytest-broken.xml").write_text("<testsuites>")
    results = [{"title": "adds", "duration": 9700}, {"title": "is not timed"}]
    file = {"name": "/here/web/libs/a.test.ts", "assertionResults": results}
    (tmp_path / "vitest.json").write_text(json.dumps({"testResults": [file]}))
    spec = {"file": "a.spec.ts", "title": "opens", "tests": [{"results": [{"duration": 6000}, {"duration": 4000}]}]}
    (tmp_path / "playwright.json").write_text(json.dumps({"suites": [{"suites": [{"specs": [spec]}]}]}))
    return tmp_path


def test_the_slowest_of_all_runners_are_named(reports: Path) -> None:
    lines = slowest.lines(reports)
    assert lines[:4] == [
        "  11.5 s  finance.tests::test_11",
        "  10.5 s  finance.tests::test_10",
        "  10.0 s  a.spec.ts: opens",
        "   9.7 s  libs/a.test.ts: adds",
    ]
    assert len(lines) == slowest.MOST


def test_what_an_earlier_run_took_is_forgotten(reports: Path) -> None:
    slowest.forget(reports)
    assert slowest.lines(reports) == []


def test_a_run_names_them_above_its_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("devstack.testing.RESULTS", tmp_path)
    monkeypatch.setattr("devstack.prepare.proto", lambda: None)
    monkeypatch.setattr("devstack.testing.has_web", lambda: False)

    def proto(_: Suite) -> Count:
        case = '<testcase classname="a" name="test_b" time="2"/>'
        (tmp_path / "pytest-a.xml").write_text(f"<testsuites><testsuite>{case}</testsuite></testsuites>")
        return Count(passed=1)

    monkeypatch.setattr(Suite, "proto", proto)
    assert Suite(["proto"]).run() == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-4:-2] == ["The slowest tests:", "   2.0 s  a::test_b"]
    assert printed[-2].startswith("proto    1 passed, 0 failed") and printed[-1] == "1 passed, 0 failed"
