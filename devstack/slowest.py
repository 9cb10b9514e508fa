"""The slowest tests of a run, from the reports of the test runners in one folder: printed at the end of `make test`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

REPORTS = ("pytest-*.xml", "vitest.json", "playwright.json")
MOST = 10

Timed = tuple[float, str]
"""Seconds, and the name of the test."""


def forget(folder: Path) -> None:
    """Remove the reports of earlier runs."""
    for pattern in REPORTS:
        for report in folder.glob(pattern):
            report.unlink()


def lines(folder: Path) -> list[str]:
    """A line for each of the slowest tests, the slowest first. A report that is not whole is left out."""
    tests: list[Timed] = []
    for pattern in REPORTS:
        for report in sorted(folder.glob(pattern)):
            try:
                tests += _READERS[pattern](report)
            except (OSError, ValueError, KeyError, ElementTree.ParseError):
                continue
    return [f"{seconds:6.1f} s  {name}" for seconds, name in sorted(tests, reverse=True)[:MOST]]


def _pytest(report: Path) -> Iterator[Timed]:
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314 - our own runner wrote it
        yield float(case.get("time", "0")), f"{case.get('classname', '')}::{case.get('name', '')}"


def _vitest(report: Path) -> Iterator[Timed]:
    for file in json.loads(report.read_text())["testResults"]:
        place = str(file["name"]).partition("/web/")[2]
        for test in file["assertionResults"]:
            yield (test.get("duration") or 0) / 1000, f"{place}: {test['title']}"


def _playwright(report: Path) -> Iterator[Timed]:
    suites: list[dict[str, Any]] = list(json.loads(report.read_text())["suites"])
    while suites:
        suite = suites.pop()
        suites += suite.get("suites", [])
        for spec in suite.get("specs", []):
            spent = sum(result["duration"] for test in spec["tests"] for result in test["results"])
            yield spent / 1000, f"{spec['file']}: {spec['title']}"


_READERS = dict(zip(REPORTS, (_pytest, _vitest, _playwright), strict=True))
