"""How many tests passed, failed and were skipped, from what the test runners write."""

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Count:
    """Results of one stage, or of several added up."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        text = f"{self.passed} passed, {self.failed} failed"
        return f"{text}, {self.skipped} skipped" if self.skipped else text


def junit(path: Path) -> Count:
    """Count of a junit file as pytest writes it.

    Raises:
        OSError, ElementTree.ParseError: there is no such file, or the runner died while writing it.
    """
    total = Count()
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):  # noqa: S314 - our own runner wrote it
        number = {key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")}
        failed = number["failures"] + number["errors"]
        total += Count(number["tests"] - failed - number["skipped"], failed, number["skipped"])
    return total


def playwright(path: Path) -> Count:
    """Count of Playwright's JSON report; a flaky test passed.

    Raises:
        OSError, ValueError: there is no such file, or the runner died while writing it.
    """
    stats: dict[str, Any] = json.loads(path.read_text())["stats"]
    return Count(stats["expected"] + stats["flaky"], stats["unexpected"], stats["skipped"])


def vitest(output: str) -> Count:
    """Count of one or several vitest runs from their summary lines (`Tests  1 failed | 12 passed (13)`)."""
    total = Count()
    for line in re.findall(r"^\s*Tests\s+(.+)$", COLOUR.sub("", output), re.MULTILINE):
        found = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|todo)", line)}
        skipped = found.get("skipped", 0) + found.get("todo", 0)
        total += Count(found.get("passed", 0), found.get("failed", 0), skipped)
    return total
