"""Counts of tests from the reports of their runners."""

import json
from pathlib import Path

from devstack.suite.counting import Count, junit, vitest_json


def test_counts_add_up_and_print_as_last_line_of_a_run() -> None:
    total = Count(3, 0, 1) + Count(4, 2)
    assert str(total) == "7 passed, 2 failed, 1 skipped"
    assert str(Count(1)) == "1 passed, 0 failed"


def test_vitest_report_is_counted_by_folder(tmp_path: Path) -> None:
    def file(name: str, status: str, *states: str) -> dict[str, object]:
        return {"name": f"/web/{name}", "status": status, "assertionResults": [{"status": state} for state in states]}

    path = tmp_path / "vitest.json"
    files = [
        file("libs/a.test.ts", "passed", "passed", "passed", "pending"),
        file("libs/b.test.ts", "failed", "passed", "failed"),
        file("apps/c.test.ts", "failed"),  # it did not load
    ]
    path.write_text(json.dumps({"testResults": files}))
    assert vitest_json(path, Path("/web/libs")) == Count(3, 1, 1)
    assert vitest_json(path, Path("/web/apps/")) == Count(0, 1)


def test_junit_file_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    path.write_text('<testsuites><testsuite tests="9" failures="1" errors="2" skipped="3"/></testsuites>')
    assert junit(path) == Count(3, 3, 3)
