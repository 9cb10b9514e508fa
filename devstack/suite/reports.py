"""Single tests of a run, from the reports of the test runners in one folder. `make test` prints the slowest and the
failed ones at its end."""

import contextlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from devstack.suite.counting import specs
from devstack.suite.sizes import LEFT

REPORTS = ("pytest-*.xml", "vitest*.json", "playwright*.json")
MOST_SLOW = 10
MOST_FAILED = 20
MOST_OF_A_MESSAGE = 200

COLOR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Tested:
    """One test of one report.

    Attributes:
        name: its file or module, and its title.
        seconds: how long it took.
        failed: the message of a failed test; None for one that passed.
    """

    name: str
    seconds: float
    failed: str | None


def forget(folder: Path) -> None:
    """Remove the reports of earlier runs."""
    for pattern in REPORTS:
        for report in folder.glob(pattern):
            report.unlink()


def slowest(folder: Path) -> list[str]:
    """Return a line for each of the slowest tests, the slowest first. Incomplete reports are skipped."""
    tests = sorted(((test.seconds, test.name) for test in _tests(folder)), reverse=True)
    return [f"{seconds:6.1f} s  {name}" for seconds, name in tests[:MOST_SLOW]]


def failed(folder: Path) -> list[str]:
    """Return the name of each test that failed and did not pass in a second run, with the first line of its message."""
    tests = list(_tests(folder))
    passed = {test.name for test in tests if test.failed is None}
    messages = {test.name: _first_line(test.failed) for test in tests if test.failed is not None}
    lines = [f"{name}: {message}" for name, message in messages.items() if name not in passed]
    more = len(lines) - MOST_FAILED
    return lines[:MOST_FAILED] + ([f"and {more} more"] if more > 0 else [])


def left(folder: Path) -> int:
    """Return the number of tests that the runs of pytest left to `ALL=1`. Incomplete reports are skipped."""
    number = 0
    for report in folder.glob("pytest-*.xml"):
        with contextlib.suppress(OSError, ElementTree.ParseError):
            properties = ElementTree.parse(report).getroot().iter("property")  # noqa: S314 - our own runner wrote it
            number += sum(int(one.get("value", "0")) for one in properties if one.get("name") == LEFT)
    return number


def _tests(folder: Path) -> Iterator[Tested]:
    for pattern in REPORTS:
        for report in sorted(folder.glob(pattern)):
            try:
                yield from list(_READERS[pattern](report))
            except (OSError, ValueError, KeyError, ElementTree.ParseError):
                continue


def _pytest(report: Path) -> Iterator[Tested]:
    for case in ElementTree.parse(report).getroot().iter("testcase"):  # noqa: S314 - our own runner wrote it
        if case.find("skipped") is not None:
            continue
        name = f"{case.get('classname', '')}::{case.get('name', '')}"
        why = [each.get("message", "") for kind in ("failure", "error") for each in case.iter(kind)]
        yield Tested(name, float(case.get("time", "0")), why[0] if why else None)


def _vitest(report: Path) -> Iterator[Tested]:
    for file in json.loads(report.read_text())["testResults"]:
        place = str(file["name"]).partition("/web/")[2]
        for test in file["assertionResults"]:
            why = "\n".join(test.get("failureMessages") or []) if test.get("status") == "failed" else None
            yield Tested(f"{place}: {test['title']}", (test.get("duration") or 0) / 1000, why)
        if file.get("status") == "failed" and not file["assertionResults"]:
            yield Tested(place, 0, file.get("message") or "the file did not load")


def _playwright(report: Path) -> Iterator[Tested]:
    for spec in specs(report):
        results = [result for test in spec["tests"] for result in test["results"]]
        unexpected = any(test.get("status") == "unexpected" for test in spec["tests"])
        errors = [error.get("message", "") for result in results for error in result.get("errors", [])]
        why = (errors or [""])[0] if unexpected else None
        yield Tested(f"{spec['file']}: {spec['title']}", sum(result["duration"] for result in results) / 1000, why)


def _first_line(text: str | None) -> str:
    lines = COLOR.sub("", text or "").strip().splitlines()
    return lines[0][:MOST_OF_A_MESSAGE] if lines else "no message"


_READERS = dict(zip(REPORTS, (_pytest, _vitest, _playwright), strict=True))
