"""The runners of tests against the test stack: each part that passed is kept (`devstack/suite/kept.py`)."""

import json
import os
import shutil
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path

from devstack import prepare
from devstack.layout import ROOT, TEST_INSTANCE, Instance, Trouble, instance, present_services
from devstack.run import control
from devstack.stack import environment
from devstack.suite import parts, reads
from devstack.suite.counting import Count, counted, flaky, playwright
from devstack.suite.kept import Kept, Part, Tree
from devstack.tools import bounded
from devstack.tools.bounded import Ended

INFRASTRUCTURE = ["postgres", "nats", "valkey", "smtp", "pdf", "pdf-people"]
WEB = ROOT / "web"
RESULTS = ROOT / "build" / "test-results"
QUIET_LINES = 60
MOST_SECONDS = 80 * 60
"""Seconds the whole suite may take. A longer run is ended, so that a build server shows which one it was."""
MOST_SECONDS_OF_A_RUN = 40 * 60
"""Seconds one run of a test runner may take, several times what the longest takes on two free cores."""


@cache
def _packages() -> None:
    """Install the web's packages if they are stale, once per run."""
    prepare.node_modules()


class Runner:
    """One run of the suite: its test stack, its results, and the commands that its stages are made of."""

    def __init__(self, named: Collection[str], tree: Tree | None = None) -> None:
        self.named = frozenset(named)
        self.results = RESULTS
        self.target: Instance = instance(TEST_INSTANCE)
        self.started = ""
        self.ends = time.monotonic() + MOST_SECONDS
        # A run with arguments of its own, or on data that were there before, says nothing about the next one.
        usual = not os.environ.get("PYTEST_ARGS") and not os.environ.get("KEEP")
        believe = usual and os.environ.get("FRESH", "") in ("", "0")
        self.tree = tree or Tree()
        self.kept = Kept(self.results / "kept.json", self.tree, believe, keep=usual)
        self.spared = Count()
        self.second: list[str] = []
        """Tests that failed and passed when they were run again."""

    def left(self) -> float:
        """Return the seconds that are left for the suite."""
        return self.ends - time.monotonic()

    def spare(self, part: Part, what: str = "") -> Count | None:
        """Return and print the kept count of a part that need not run, or None. Prints `what` instead if given."""
        if part.node:
            _packages()  # the installed packages are in its mark
        passed = self.kept.find(part)
        if passed is None:
            return None
        self.spared += passed.count
        control.say(f"  {part.name}: {what or passed.count} ({passed})")
        return passed.count

    def check(self, part: Part, command: Sequence[str], cwd: Path = ROOT) -> Count:
        """Run a command that passes or fails; show its output only when it fails."""
        if spared := self.spare(part, "passed"):
            return spared
        begun = time.monotonic()
        done = bounded.run(command, self.left(), cwd)
        control.say(f"  {part.name}: {'passed' if done.returncode == 0 else 'FAILED'}")
        count = Count(failed=1) if done.returncode else Count(passed=1)
        self.kept.note(part, count, time.monotonic() - begun)
        if done.returncode:
            control.say("\n".join(done.output.splitlines()[-QUIET_LINES:]))
        return count

    def pytest(self, place: Path) -> Count:
        """Run the tests of one place in a separate process, and print their count."""
        part = parts.pytest(place)
        label = part.name.replace("/", "-")
        report, listed = self.results / f"pytest-{label}.xml", self.results / f"reads-{label}.json"
        listed.unlink(missing_ok=True)
        extra = os.environ.get("PYTEST_ARGS", "").split()
        others = [f"--ignore={folder}" for folder in parts.left_out(place)]
        shutil.rmtree(self.failures(part), ignore_errors=True)
        cache = ["-o", f"cache_dir={self.failures(part)}"]
        options = ["-p", "devstack.suite.reads", *cache, f"--junitxml={report}", *others, *extra]
        begun = time.monotonic()
        done = self.run_pytest(place, options, {reads.VARIABLE: str(listed)})
        seconds = time.monotonic() - begun
        count = counted(report)
        if count is None:
            control.say(done.output)
            control.say(f"  {part.name}: pytest ended with code {done.returncode} and no report  ({seconds:.0f} s)")
            return Count(failed=1)
        if done.returncode not in (0, 5):
            count = count if count.failed else count + Count(failed=1)
            control.say(done.output)
        control.say(f"  {part.name}: {count}  ({seconds:.0f} s)")
        undeclared = self.undeclared(part, listed)
        if undeclared:
            control.say(f"  {part.name} is not kept: parts.py does not declare {', '.join(undeclared[:5])}")
        self.kept.note(part, count, seconds, sound=not undeclared)
        return count

    def again(self, place: Path) -> Count:
        """Run the failed tests of a place once more, alone. Returns the change of the first run's count.

        On a busy machine the processes and timers of parallel runs can starve each other; a fault of the code remains.
        """
        part = parts.pytest(place)
        report = self.results / f"pytest-{part.name.replace('/', '-')}-again.xml"
        try:
            failed = sorted(json.loads((self.failures(part) / "v" / "cache" / "lastfailed").read_text()))
        except OSError:  # a run that hung or was killed has written no list
            failed = []
        options = ["--last-failed"] if failed else [f"--ignore={folder}" for folder in parts.left_out(place)]
        done = self.run_pytest(place, ["-o", f"cache_dir={self.failures(part)}", *options, f"--junitxml={report}"], {})
        second = counted(report) or Count(failed=1)
        if done.returncode or second.failed or (failed and second.passed != len(failed)):
            control.say(f"  {part.name}, run again: {second}")
            control.say(done.output)
            return Count()
        self.second += failed or [f"{part.name} as a whole, whose first run never ended"]
        return Count(passed=second.passed, failed=-(len(failed) or 1), skipped=0 if failed else second.skipped)

    def run_pytest(self, place: Path, options: Sequence[str], more: Mapping[str, str]) -> Ended:
        """Run pytest in a separate process and keep its output."""
        command = [sys.executable, "-m", "pytest", *options, str(place)]
        seconds = min(self.left(), MOST_SECONDS_OF_A_RUN)
        return bounded.run(command, seconds, ROOT, {**self.environment(), **more})

    def undeclared(self, part: Part, listed: Path) -> list[str]:
        """Return the files of the tree that a run read and its part does not declare."""
        try:
            opened = json.loads(listed.read_text())
        except (OSError, ValueError):
            return [f"its inputs ({listed.name} is missing)"]
        return [path for path in opened if path in self.tree.contents and not part.reads(path)]

    def failures(self, part: Part) -> Path:
        """Return the folder in which a run of pytest lists its failed tests."""
        return self.results / f"failures-{part.name.replace('/', '-')}"

    def run_vitest(self, files: Sequence[str], report: Path) -> Ended:
        """Run the web's tests in files and folders, and write the report."""
        report.unlink(missing_ok=True)
        env = prepare.npm_environment() | {"NO_COLOR": "1", "VITEST_JSON": str(report)}
        return bounded.run(["npm", "test", "--", *files], self.left(), WEB, env)

    def run_playwright(self, part: Part, script: str, path: str) -> Count:
        """Run Playwright by a script of the web's package against the test stack, with the Chromium at `path`."""
        report = self.results / f"playwright-{part.name}.json"
        env = self.environment() | {
            "E2E_BASE_URL": f"http://localhost:{self.target.base}",
            "CHROMIUM_PATH": path,
            "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report),
            "NX_DAEMON": "false",
        }
        seconds = min(self.left(), MOST_SECONDS_OF_A_RUN)
        # A failure may take two minutes. Playwright ends itself before its time is up, so that it writes its report.
        limits = ["--max-failures=30", f"--global-timeout={max(seconds - 30, 1) * 1000:.0f}"]
        begun = time.monotonic()
        command = ["npm", "run", "--silent", script, "--", "--reporter=line,json", *limits]
        done = bounded.run(command, seconds, WEB, env, show=True)
        try:
            count = playwright(report)
            self.second += flaky(report)
        except (OSError, ValueError, KeyError):
            raise Trouble(f"Playwright ended with code {done.returncode} and no report.") from None
        count = count if done.returncode == 0 or count.failed else count + Count(failed=1)
        self.kept.note(part, count, time.monotonic() - begun)
        return count

    def environment(self) -> dict[str, str]:
        """Return the environment of a test run against the test stack."""
        return environment.process(
            self.target, environment.for_tests(self.target) | environment.instance_env(self.target)
        )

    def stack(self, whole: bool) -> Count:
        """Start an empty test stack once. Only the infrastructure remains when another part does not start."""
        if self.started == "whole" or (self.started and not whole):
            return Count()
        wanted = "whole" if whole else "infrastructure"
        try:
            if not self.started and not os.environ.get("KEEP"):
                control.reset(self.target)
            if whole:
                prepare.everything(self.target)
            self.bring_up([] if whole else INFRASTRUCTURE)
            if whole:
                control.await_routes(self.target, present_services())
                control.demo(self.target)
                control.mirror(self.target)
        except Trouble as trouble:
            control.say(f"The test stack did not start. {trouble}")
            if whole:
                control.down(self.target, quiet=True)
                self.bring_up(INFRASTRUCTURE)
                self.started = "infrastructure"
            return Count(failed=1)
        self.started = wanted
        return Count()

    def bring_up(self, only: list[str]) -> None:
        """Start components of the test stack and wait until they are ready."""
        self.started = self.started or "partly"
        os.environ.update(environment.instance_env(self.target))
        control.start(self.target, only)
        control.await_ready(self.target)
