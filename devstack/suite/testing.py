"""The whole test suite, stage by stage, on a stack of its own (`make test`).

The last line printed is `N passed, N failed` with `, N skipped` where there are any. A stage that cannot run counts as
one failure; a check without tests of its own (a linter, a type checker) counts as one test. A stage consists of parts
(`devstack/suite/parts.py`): one that passed is counted without being run, while nothing that it depends on has changed
(`devstack/suite/kept.py`).
"""

import faulthandler
import json
import os
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path

from devstack import prepare
from devstack.layout import OWN, ROOT, TEST_INSTANCE, Instance, Trouble, instance, present_services
from devstack.run import control
from devstack.stack import environment
from devstack.suite import parts, reads, reports
from devstack.suite.counting import Count, counted, flaky, playwright, vitest_failed, vitest_json
from devstack.suite.extras import EXTRAS
from devstack.suite.kept import Kept, Part, Tree
from devstack.suite.sizes import everything
from devstack.tools import bounded, chromium
from devstack.tools.bounded import Ended

INFRASTRUCTURE = ["postgres", "nats", "valkey", "smtp", "pdf"]
WEB = ROOT / "web"
PROTO = ROOT / "proto"
RESULTS = ROOT / "build" / "test-results"
BIN = Path(sys.prefix) / "bin"
QUIET_LINES = 60
LAST = ("browser", *EXTRAS)
"""Stages after all others, one by one: each wants both cores."""
READS = ("lint", "types", "proto", "web")
LANES = 3
"""Runs of pytest side by side, each a service of its own in databases of its own: one more than the two cores that
docs/testing.md counts on, for much of their time goes by in waiting."""
MOST_SECONDS = 80 * 60
"""Seconds the whole suite may take; what still runs then is ended, so that a build server shows what it was."""
MOST_SECONDS_OF_A_RUN = 40 * 60
"""Seconds one run of a test runner may take, several times what the longest takes on two free cores."""
MOST_AGAIN = 5
"""Failures of a place that are run once more: more of them are no accident."""


@cache
def _packages() -> None:
    """The web's packages, looked for once a run."""
    prepare.node_modules()


class Suite:
    """One run of the chosen stages."""

    def __init__(self, only: Sequence[str], tree: Tree | None = None) -> None:
        self.stages: dict[str, Callable[[], Count]] = {
            "lint": self.lint,
            "types": self.types,
            "proto": self.proto,
            "web": self.web,
            "unit": self.unit,
            "browser": self.browser,
            **{name: partial(extra, self, name in only) for name, extra in EXTRAS.items()},
        }
        unknown = sorted(set(only) - set(self.stages))
        if unknown:
            raise Trouble(f"There is no stage {', '.join(unknown)}: choose from {', '.join(self.stages)}.")
        self.only = list(only) or list(self.stages)
        self.named = frozenset(only)
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

    def run(self) -> int:
        """Run the stages and print the summary; 0 when nothing failed."""
        self.results.mkdir(parents=True, exist_ok=True)
        reports.forget(self.results)
        os.environ["SIGN_IN"] = OWN  # but for the stage that is about it
        counts: dict[str, tuple[Count, float]] = {}
        try:
            prepare.proto()
            if "browser" in self.only:
                chromium.install()  # first: it belongs to the mark of every part
            # What only reads the tree runs beside the tests that mostly wait for databases. Browsers want both cores.
            beside = [[name for name in self.only if name in READS], [name for name in self.only if name == "unit"]]
            with ThreadPoolExecutor(len(beside)) as tracks:
                for found in tracks.map(self.timed, beside):
                    counts |= found
            counts |= self.timed([name for name in LAST if name in self.only])
        finally:
            if self.started:
                control.down(self.target, quiet=True)
        control.say("")
        if longest := reports.slowest(self.results):
            control.say("\n".join(["The slowest tests:", *longest]))
        for name in self.only:
            count, seconds = counts[name]
            control.say(f"{name:<8} {count}  ({seconds:.0f} s)")
        total = sum((count for count, _ in counts.values()), Count())
        if self.spared.passed:
            control.say(
                f"{self.spared.passed} of them passed in an earlier run, and nothing they depend on has changed; "
                "`make test FRESH=1` runs everything."
            )
        if not everything() and {"unit", "browser"} & set(self.only):
            left = reports.left(self.results)
            control.say(f"Left to `make test ALL=1`: {left} tests in Python, and those of the browser tagged @all.")
        for name in self.second:
            control.say(f"Failed, and passed when it was run again: {name}")
        for line in reports.failed(self.results) if total.failed else []:
            control.say(f"Failed: {line}")
        control.say(str(total))
        return 1 if total.failed else 0

    def timed(self, names: Sequence[str]) -> dict[str, tuple[Count, float]]:
        """Run stages one after the other: what each counts, and its seconds."""
        found = {}
        for name in names:
            control.say(f"== {name}")
            begun = time.monotonic()
            found[name] = (self.guarded(self.stages[name]), time.monotonic() - begun)
        return found

    def guarded(self, stage: Callable[[], Count]) -> Count:
        """A stage's count; one failure when it cannot run at all."""
        try:
            return stage()
        except Trouble as trouble:
            control.say(str(trouble))
            return Count(failed=1)

    def spare(self, part: Part, what: str = "") -> Count | None:
        """The kept count of a part that need not run, said aloud; None when it has to. `what` instead of its count."""
        if part.node:
            _packages()  # a part of its mark, and what it runs with
        found = self.kept.find(part)
        if found is None:
            return None
        self.spared += found.count
        control.say(f"  {part.name}: {what or found.count} ({found})")
        return found.count

    def check(self, part: Part, command: Sequence[str], cwd: Path = ROOT) -> Count:
        """A command that either passes or fails, its output shown only when it fails."""
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

    def left(self) -> float:
        """Seconds that are left for the suite."""
        return self.ends - time.monotonic()

    def lint(self) -> Count:
        """ruff, our own rules, oxlint."""
        total = self.check(parts.RUFF, [str(BIN / "ruff"), "check", "--no-cache", "."])
        total += self.check(parts.RULES, [sys.executable, "-m", "staffroom_lint"])
        if prepare.has_web():
            total += self.check(parts.OXLINT, ["npm", "run", "--silent", "lint"], WEB)
        return total

    def types(self) -> Count:
        """mypy over every part, tsc over the web."""
        places = [path for folder in ("src", "demo", "load") for path in sorted(ROOT.glob(f"services/*/{folder}"))]
        sources = [str(path.relative_to(ROOT)) for path in places]
        ours = ("backup", "bench", "deploy", "devstack", "sandbox", "services/demo")
        total = self.check(parts.MYPY, [str(BIN / "mypy"), *ours, *sources])
        if prepare.has_web():
            prepare.openapi()
            total += self.check(parts.TSC, ["npm", "run", "--silent", "typecheck"], WEB)
        return total

    def proto(self) -> Count:
        """buf's lint, and that nothing breaks what was released."""
        buf = str(WEB / "node_modules" / ".bin" / "buf")
        total = self.check(parts.BUF_LINT, [buf, "lint"], PROTO)
        return total + self.check(parts.BUF_BREAKING, [buf, "breaking", "--against", "released.json"], PROTO)

    def web(self) -> Count:
        """Unit tests of the web, of each project whose sources changed, in one run."""
        if not prepare.has_web():
            return Count(skipped=1)
        projects = {part: self.spare(part) for part in parts.web_projects()}
        total = sum((count for count in projects.values() if count), Count())
        stale = [part for part, count in projects.items() if count is None]
        if not stale:
            return total
        folders = [part.name.removeprefix("web/") + "/" for part in stale]
        begun = time.monotonic()
        report = self.results / "vitest.json"
        done = self.run_vitest(folders, report)
        try:
            found = [vitest_json(report, WEB / folder) for folder in folders]
        except (OSError, ValueError, KeyError):
            found = [Count()]
        count = sum(found, Count())
        if done.returncode or not all(each.passed for each in found):
            control.say("\n".join(done.output.splitlines()[-QUIET_LINES:]))
            count = count if count.failed else count + Count(failed=1)
            return total + count + (self.web_again(report) if count.failed <= MOST_AGAIN else Count())
        for part, each in zip(stale, found, strict=True):
            self.kept.note(part, each, (time.monotonic() - begun) / len(stale))
            control.say(f"  {part.name}: {each}")
        return total + count

    def web_again(self, report: Path) -> Count:
        """Run the files of the web's tests that failed once more, as `again` does: how the first count changes."""
        names, files = vitest_failed(report)
        again = report.with_name("vitest-again.json")
        if not names or self.run_vitest(files, again).returncode:
            return Count()
        self.second += names
        return Count(passed=len(names), failed=-len(names))

    def run_vitest(self, files: Sequence[str], report: Path) -> Ended:
        """Run the web's tests in files and folders, the report written."""
        report.unlink(missing_ok=True)
        env = prepare.npm_environment() | {"NO_COLOR": "1", "VITEST_JSON": str(report)}
        return bounded.run(["npm", "test", "--", *files], self.left(), WEB, env)

    def unit(self) -> Count:
        """Every pytest of the tree, with the real components beside it."""
        places = {place: self.spare(parts.pytest(place)) for place in parts.places()}
        total = sum((count for count in places.values() if count), Count())
        stale = [place for place, count in places.items() if count is None]
        if not stale:
            return total
        total += self.stack(whole=bool(present_services()))
        # The longest begin first, so that the lanes end together.
        stale.sort(key=lambda place: self.kept.seconds.get(parts.name(place), parts.weight(place)), reverse=True)
        with ThreadPoolExecutor(LANES) as lanes:
            counts = list(lanes.map(self.pytest, stale))
        for place, count in zip(stale, counts, strict=True):
            total += count
            if 0 < count.failed <= MOST_AGAIN:
                total += self.again(place)
        return total

    def pytest(self, place: Path) -> Count:
        """The tests of one place in a process of their own, told when they are over."""
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
        """Run what failed in a place once more, with nothing beside it: how the count of the first run changes.

        The processes and timers of two lanes on a busy machine can starve each other; a fault of the code stays one.
        """
        part = parts.pytest(place)
        report = self.results / f"pytest-{part.name.replace('/', '-')}-again.xml"
        try:
            failed = sorted(json.loads((self.failures(part) / "v" / "cache" / "lastfailed").read_text()))
        except OSError:  # it hung or was killed, and has written nothing down
            failed = []
        options = ["--last-failed"] if failed else [f"--ignore={folder}" for folder in parts.left_out(place)]
        done = self.run_pytest(place, ["-o", f"cache_dir={self.failures(part)}", *options, f"--junitxml={report}"], {})
        found = counted(report) or Count(failed=1)
        if done.returncode or found.failed or (failed and found.passed != len(failed)):
            control.say(f"  {part.name}, run again: {found}")
            control.say(done.output)
            return Count()
        self.second += failed or [f"{part.name} as a whole, whose first run came to no end"]
        return Count(passed=found.passed, failed=-(len(failed) or 1), skipped=0 if failed else found.skipped)

    def run_pytest(self, place: Path, options: Sequence[str], more: Mapping[str, str]) -> Ended:
        """Run pytest in a process of its own, its output kept."""
        command = [sys.executable, "-m", "pytest", *options, str(place)]
        seconds = min(self.left(), MOST_SECONDS_OF_A_RUN)
        return bounded.run(command, seconds, ROOT, {**self.environment(), **more})

    def undeclared(self, part: Part, listed: Path) -> list[str]:
        """Files of the tree that a run read and its part does not declare."""
        try:
            opened = json.loads(listed.read_text())
        except (OSError, ValueError):
            return [f"nobody knows what ({listed.name} is missing)"]
        return [path for path in opened if path in self.tree.contents and not part.reads(path)]

    def browser(self) -> Count:
        """Browser tests through the gateway, and the sizes of what was built for them."""
        path = chromium.ensure()
        if spared := self.spare(parts.BROWSER):
            return spared + (self.spare(parts.SIZES, "passed") or Count())
        failed = self.stack(whole=True)
        if failed.failed:
            return failed
        sizes = self.check(parts.SIZES, ["npm", "run", "--silent", "size"], WEB)
        return self.run_playwright(parts.BROWSER, "e2e", path) + sizes

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
        # A failure may take two minutes. With its report it ends before it is ended.
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
        """Environment of a test run against the test stack."""
        return environment.process(
            self.target, environment.for_tests(self.target) | environment.instance_env(self.target)
        )

    def stack(self, whole: bool) -> Count:
        """Start the test stack, fresh, once; as far as it goes when a part of it does not start."""
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
        """Start components of the test stack and wait for them."""
        self.started = self.started or "partly"
        os.environ.update(environment.instance_env(self.target))
        control.start(self.target, only)
        control.await_ready(self.target)

    def failures(self, part: Part) -> Path:
        """The folder in which a run of pytest notes what failed."""
        return self.results / f"failures-{part.name.replace('/', '-')}"


def main(only: Sequence[str]) -> int:
    """Run the suite, or the named stages; the exit code."""
    faulthandler.dump_traceback_later(MOST_SECONDS + 120, exit=True)  # even what has no time of its own ends
    return Suite(only).run()
