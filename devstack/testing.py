"""The whole test suite, stage by stage, on a stack of its own (`make test`).

The last line printed is `N passed, N failed` with `, N skipped` where there are any. A stage that cannot run counts as
one failure; a check without tests of its own (a linter, a type checker) counts as one test.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from devstack import chromium, control, environment, prepare
from devstack.components import instance_env
from devstack.counting import Count, junit, playwright, vitest
from devstack.layout import ROOT, TEST_INSTANCE, Instance, Trouble, instance, present_services

INFRASTRUCTURE = ["postgres", "nats", "valkey", "smtp", "pdf"]
WEB = ROOT / "web"
PROTO = ROOT / "proto"
RESULTS = ROOT / "build" / "test-results"
BIN = Path(sys.prefix) / "bin"
QUIET_LINES = 60
READS = ("lint", "types", "proto", "web")
LANES = 2
"""Runs of pytest side by side, each a service of its own in databases of its own."""


class Suite:
    """One run of the chosen stages."""

    def __init__(self, only: Sequence[str]) -> None:
        self.stages: dict[str, Callable[[], Count]] = {
            "lint": self.lint,
            "types": self.types,
            "proto": self.proto,
            "web": self.web,
            "unit": self.unit,
            "browser": self.browser,
        }
        unknown = sorted(set(only) - set(self.stages))
        if unknown:
            raise Trouble(f"There is no stage {', '.join(unknown)}: choose from {', '.join(self.stages)}.")
        self.only = list(only) or list(self.stages)
        self.target: Instance = instance(TEST_INSTANCE)
        self.started = ""

    def run(self) -> int:
        """Run the stages and print the summary; 0 when nothing failed."""
        RESULTS.mkdir(parents=True, exist_ok=True)
        counts: dict[str, tuple[Count, float]] = {}
        try:
            prepare.proto()
            if has_web():
                prepare.node_modules()
            # What only reads the tree runs beside the tests that mostly wait for databases. Browsers want both cores.
            beside = [[name for name in self.only if name in READS], [name for name in self.only if name == "unit"]]
            with ThreadPoolExecutor(len(beside)) as tracks:
                for found in tracks.map(self.timed, beside):
                    counts |= found
            counts |= self.timed([name for name in self.only if name == "browser"])
        finally:
            if self.started:
                control.down(self.target, quiet=True)
        control.say("")
        for name in self.only:
            count, seconds = counts[name]
            control.say(f"{name:<8} {count}  ({seconds:.0f} s)")
        total = sum((count for count, _ in counts.values()), Count())
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

    def check(self, name: str, command: Sequence[str], cwd: Path = ROOT) -> Count:
        """A command that either passes or fails, its output shown only when it fails."""
        done = subprocess.run(
            list(command), cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        control.say(f"  {name}: {'passed' if done.returncode == 0 else 'FAILED'}")
        if done.returncode:
            control.say("\n".join(done.stdout.splitlines()[-QUIET_LINES:]))
            return Count(failed=1)
        return Count(passed=1)

    def lint(self) -> Count:
        """ruff, our own rules, oxlint."""
        total = self.check("ruff", [str(BIN / "ruff"), "check", "--no-cache", "."])
        if (ROOT / "services" / "lint" / "src" / "staffroom_lint" / "__main__.py").exists():
            total += self.check("our rules", [sys.executable, "-m", "staffroom_lint"])
        if has_web():
            total += self.check("oxlint", ["npm", "run", "--silent", "lint"], WEB)
        return total

    def types(self) -> Count:
        """mypy over every part, tsc over the web."""
        places = [path for path in sorted(ROOT.glob("services/*/src")) if any(path.rglob("*.py"))]
        total = self.check("mypy", [str(BIN / "mypy"), "devstack", *(str(path.relative_to(ROOT)) for path in places)])
        if has_web():
            total += self.check("tsc", ["npm", "run", "--silent", "typecheck"], WEB)
        return total

    def proto(self) -> Count:
        """buf's lint, and that nothing breaks what was released."""
        buf = str(WEB / "node_modules" / ".bin" / "buf")
        total = self.check("buf lint", [buf, "lint"], PROTO)
        if (PROTO / "released.json").exists():
            total += self.check("buf breaking", [buf, "breaking", "--against", "released.json"], PROTO)
        else:
            control.say("  buf breaking: nothing is released yet (`make proto-release`)")
            total += Count(skipped=1)
        return total

    def web(self) -> Count:
        """Unit tests of the web."""
        if not has_web():
            return Count(skipped=1)
        done = prepare.npm("test", env={"NO_COLOR": "1"})
        output = done.stdout + done.stderr
        count = vitest(output)
        if done.returncode or not count.passed:
            control.say("\n".join(output.splitlines()[-QUIET_LINES:]))
            return count if count.failed else count + Count(failed=1)
        return count

    def unit(self) -> Count:
        """Every pytest of the tree, with the real components beside it."""
        failed = self.stack(whole=bool(present_services()))
        for left in RESULTS.glob("pytest*.xml"):
            left.unlink()
        places = [*sorted(ROOT.glob("services/*/tests")), ROOT / "gateway" / "tests", ROOT / "devstack" / "tests"]
        places.sort(key=weight, reverse=True)
        with ThreadPoolExecutor(LANES) as lanes:
            return sum(lanes.map(self.pytest, places), failed)

    def pytest(self, place: Path) -> Count:
        """The tests of one place in a process of their own, told when they are over."""
        name = str(place.parent.relative_to(ROOT))
        report = RESULTS / f"pytest-{name.replace('/', '-')}.xml"
        extra = os.environ.get("PYTEST_ARGS", "").split()
        command = [sys.executable, "-m", "pytest", f"--junitxml={report}", *extra, str(place)]
        begun = time.monotonic()
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment(),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        try:
            count = junit(report)
        except (OSError, ElementTree.ParseError):
            control.say(done.stdout)
            control.say(f"  {name}: pytest ended with code {done.returncode} and no report")
            return Count(failed=1)
        if done.returncode not in (0, 5):
            count = count if count.failed else count + Count(failed=1)
            control.say(done.stdout)
        control.say(f"  {name}: {count}  ({time.monotonic() - begun:.0f} s)")
        return count

    def browser(self) -> Count:
        """Browser tests through the gateway."""
        if not (WEB / "apps" / "e2e").exists():
            control.say("  there are no browser tests yet")
            return Count(skipped=1)
        path = chromium.ensure()
        failed = self.stack(whole=True)
        if failed.failed:
            return failed
        report = RESULTS / "playwright.json"
        report.unlink(missing_ok=True)
        env = self.environment() | {
            "E2E_BASE_URL": f"http://localhost:{self.target.base}",
            "CHROMIUM_PATH": path,
            "PLAYWRIGHT_JSON_OUTPUT_NAME": str(report),
            "NX_DAEMON": "false",
        }
        command = ["npm", "run", "--silent", "e2e", "--", "--reporter=line,json"]
        done = subprocess.run(command, cwd=WEB, env=env, check=False)
        try:
            count = playwright(report)
        except (OSError, ValueError, KeyError):
            raise Trouble(f"Playwright ended with code {done.returncode} and no report.") from None
        return count if done.returncode == 0 or count.failed else count + Count(failed=1)

    def environment(self) -> dict[str, str]:
        """Environment of a test run against the test stack."""
        return environment.process(self.target, environment.for_tests(self.target) | instance_env(self.target))

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
        os.environ.update(instance_env(self.target))
        control.start(self.target, only)
        control.await_ready(self.target)


def weight(place: Path) -> int:
    """Bytes of what is tested there: the longest runs begin first, so that the lanes end together."""
    return sum(path.stat().st_size for path in place.parent.rglob("*.py"))


def has_web() -> bool:
    """Whether the web is part of the tree."""
    return (WEB / "package-lock.json").exists()


def main(only: Sequence[str]) -> int:
    """Run the suite, or the named stages; the exit code."""
    return Suite(only).run()
