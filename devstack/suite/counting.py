"""Counts of passed, failed and skipped tests, from the reports of the test runners."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree


@dataclass(frozen=True)
class Count:
    """Results of one or more stages."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text


def junit(path: Path) -> Count:
    """Count the tests of a junit file as pytest writes it.

    Raises:
        OSError, ElementTree.ParseError: there is no such file, or the runner died while writing it.
    """
    total = Count()
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):  # noqa: S314 - our own runner wrote it
        number = {key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")}
        failed = number["failures"] + number["errors"]
        total += Count(number["tests"] - failed - number["skipped"], failed, number["skipped"])
    return total


def counted(path: Path) -> Count | None:
    """Count the tests of a junit file; None if the run never ended and wrote none."""
    try:
        return junit(path)
    except (OSError, ElementTree.ParseError):
        return None


def playwright(path: Path) -> Count:
    """Count the tests of Playwright's JSON report; a flaky test passed.

    Raises:
        OSError, ValueError: there is no such file, or the runner died while writing it.
    """
    stats: dict[str, Any] = json.loads(path.read_text())["stats"]
    return Count(stats["expected"] + stats["flaky"], stats["unexpected"], stats["skipped"])


def flaky(path: Path) -> list[str]:
    """Return the tests of Playwright's JSON report that failed and then passed.

    Raises:
        OSError, ValueError, KeyError: see `playwright`.
    """
    shaky = (spec for spec in specs(path) if any(test["status"] == "flaky" for test in spec["tests"]))
    return sorted(f"{spec['file']}: {spec['title']}" for spec in shaky)


def specs(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the tests of Playwright's JSON report, with those of nested suites.

    Raises:
        OSError, ValueError, KeyError: see `playwright`.
    """
    suites: list[dict[str, Any]] = list(json.loads(path.read_text())["suites"])
    while suites:
        suite = suites.pop()
        suites += suite.get("suites", [])
        yield from suite.get("specs", [])


def vitest_json(path: Path, folder: Path) -> Count:
    """Count the tests of vitest's JSON report in one folder; a file that does not load is one failure.

    Raises:
        OSError, ValueError, KeyError: there is no such report, or it is incomplete.
    """
    total = Count()
    for file in json.loads(path.read_text())["testResults"]:
        if not Path(file["name"]).is_relative_to(folder):
            continue
        states = [test["status"] for test in file["assertionResults"]]
        failed = states.count("failed") or int(file["status"] == "failed")
        total += Count(states.count("passed"), failed, len(states) - states.count("passed") - states.count("failed"))
    return total


def vitest_failed(path: Path) -> tuple[list[str], list[str]]:
    """Return the names of failed tests in vitest's JSON report, and their files; none when no report was written."""
    try:
        files = json.loads(path.read_text())["testResults"]
    except (OSError, ValueError, KeyError):
        return [], []
    failed = [(file["name"], test) for file in files for test in file["assertionResults"] if test["status"] == "failed"]
    return [f"{Path(name).name}: {test['title']}" for name, test in failed], sorted({name for name, _ in failed})
