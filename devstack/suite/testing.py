"""The whole test suite, stage by stage, on a stack of its own (`make test`).

The last line printed is `N passed, N failed` with `, N skipped` where there are any. A stage that cannot run counts as
one failure; a check without tests of its own (a linter, a type checker) counts as one test. A stage consists of parts
(`devstack/suite/parts.py`): one that passed is counted without being run, while nothing that it depends on has changed
(`devstack/suite/kept.py`).
"""

import faulthandler
import os
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from devstack import prepare
from devstack.layout import OWN, ROOT, Trouble, present_services
from devstack.run import control
from devstack.suite import parts, reports
from devstack.suite.counting import Count, vitest_failed, vitest_json
from devstack.suite.extras import EXTRAS
from devstack.suite.kept import Tree
from devstack.suite.runner import MOST_SECONDS, QUIET_LINES, WEB, Runner
from devstack.suite.sizes import everything
from devstack.tools import chromium

PROTO = ROOT / "proto"
BIN = Path(sys.prefix) / "bin"
LAST = ("browser", *EXTRAS)
"""Stages that run after all others, one by one, because each needs both cores."""
READS = ("lint", "types", "proto", "web")
LANES = 3
"""Runs of pytest side by side, each a service of its own in databases of its own: one more than the two cores that
docs/testing.md counts on, because much of their time is spent waiting."""
MOST_AGAIN = 5
"""Failures of a place that are run once more: more than that are not a coincidence."""


class Suite(Runner):
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
        super().__init__(only, tree)

    def run(self) -> int:
        """Run the stages and print the summary; 0 when nothing failed."""
        self.results.mkdir(parents=True, exist_ok=True)
        reports.forget(self.results)
        os.environ["SIGN_IN"] = OWN  # the stage keycloak sets another
        counts: dict[str, tuple[Count, float]] = {}
        try:
            prepare.proto()
            if "browser" in self.only:
                chromium.install()  # before the parts, which have it in their marks
            # Stages that only read the tree run in parallel to the tests, which mostly wait for databases.
            parallel = [[name for name in self.only if name in READS], [name for name in self.only if name == "unit"]]
            with ThreadPoolExecutor(len(parallel)) as tracks:
                for results in tracks.map(self.timed, parallel):
                    counts |= results
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
        """Run stages one after the other. Returns the count and seconds of each."""
        results = {}
        for name in names:
            control.say(f"== {name}")
            begun = time.monotonic()
            results[name] = (self.guarded(self.stages[name]), time.monotonic() - begun)
        return results

    def guarded(self, stage: Callable[[], Count]) -> Count:
        """Run a stage. Returns its count, which is one failure when it cannot run."""
        try:
            return stage()
        except Trouble as trouble:
            control.say(str(trouble))
            return Count(failed=1)

    def lint(self) -> Count:
        """Run ruff, our own rules and oxlint."""
        total = self.check(parts.RUFF, [str(BIN / "ruff"), "check", "--no-cache", "."])
        total += self.check(parts.RULES, [sys.executable, "-m", "staffroom_lint"])
        if prepare.has_web():
            total += self.check(parts.OXLINT, ["npm", "run", "--silent", "lint"], WEB)
        return total

    def types(self) -> Count:
        """Run mypy over every part and tsc over the web."""
        places = [path for folder in ("src", "demo", "load") for path in sorted(ROOT.glob(f"services/*/{folder}"))]
        sources = [str(path.relative_to(ROOT)) for path in places]
        ours = ("backup", "bench", "deploy", "devstack", "sandbox", "services/demo")
        total = self.check(parts.MYPY, [str(BIN / "mypy"), *ours, *sources])
        if prepare.has_web():
            prepare.openapi()
            total += self.check(parts.TSC, ["npm", "run", "--silent", "typecheck"], WEB)
        return total

    def proto(self) -> Count:
        """Run buf's lint, and its check against the released messages."""
        buf = str(WEB / "node_modules" / ".bin" / "buf")
        total = self.check(parts.BUF_LINT, [buf, "lint"], PROTO)
        return total + self.check(parts.BUF_BREAKING, [buf, "breaking", "--against", "released.json"], PROTO)

    def web(self) -> Count:
        """Run the unit tests of each web project whose sources changed, in one run."""
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
            results = [vitest_json(report, WEB / folder) for folder in folders]
        except (OSError, ValueError, KeyError):
            results = [Count()]
        count = sum(results, Count())
        if done.returncode or not all(each.passed for each in results):
            control.say("\n".join(done.output.splitlines()[-QUIET_LINES:]))
            count = count if count.failed else count + Count(failed=1)
            return total + count + (self.web_again(report) if count.failed <= MOST_AGAIN else Count())
        for part, each in zip(stale, results, strict=True):
            self.kept.note(part, each, (time.monotonic() - begun) / len(stale))
            control.say(f"  {part.name}: {each}")
        return total + count

    def web_again(self, report: Path) -> Count:
        """Run the web's test files that failed once more, as `again` does. Returns the change of the first count."""
        names, files = vitest_failed(report)
        again = report.with_name("vitest-again.json")
        if not names or self.run_vitest(files, again).returncode:
            return Count()
        self.second += names
        return Count(passed=len(names), failed=-len(names))

    def unit(self) -> Count:
        """Run every pytest of the tree, against real components."""
        places = {place: self.spare(parts.pytest(place)) for place in parts.places()}
        total = sum((count for count in places.values() if count), Count())
        stale = [place for place, count in places.items() if count is None]
        if not stale:
            return total
        total += self.stack(whole=bool(present_services()))
        # The longest begin first, so that all lanes end at about the same time.
        stale.sort(key=lambda place: self.kept.seconds.get(parts.name(place), parts.weight(place)), reverse=True)
        with ThreadPoolExecutor(LANES) as lanes:
            counts = list(lanes.map(self.pytest, stale))
        for place, count in zip(stale, counts, strict=True):
            total += count
            if 0 < count.failed <= MOST_AGAIN:
                total += self.again(place)
        return total

    def browser(self) -> Count:
        """Run the browser tests through the gateway, and check the sizes of the built web."""
        path = chromium.ensure()
        if spared := self.spare(parts.BROWSER):
            return spared + (self.spare(parts.SIZES, "passed") or Count())
        failed = self.stack(whole=True)
        if failed.failed:
            return failed
        sizes = self.check(parts.SIZES, ["npm", "run", "--silent", "size"], WEB)
        return self.run_playwright(parts.BROWSER, "e2e", path) + sizes


def main(only: Sequence[str]) -> int:
    """Run the suite, or the named stages. Returns the exit code."""
    faulthandler.dump_traceback_later(MOST_SECONDS + 120, exit=True)  # ends steps that have no time limit
    return Suite(only).run()
