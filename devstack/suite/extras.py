"""The extra stages of the suite. Each takes minutes, or needs a tool that a machine may lack.

A stage that is named (`make test ONLY=keycloak`) fetches and builds its tools. Other stages run only if their tools are
installed and enough time is left, and else print the reason in one line.
"""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from devstack.layout import KEYCLOAK, OWN, ROOT
from devstack.run import control
from devstack.stack import keycloak
from devstack.suite import parts
from devstack.suite.counting import Count, counted
from devstack.suite.runner import Runner
from devstack.suite.sizes import everything
from devstack.tools import bounded, chart, chromium

_LEAST_SECONDS = 20 * 60
"""Seconds of the suite that have to be left: the slowest known machine takes seven times as long as the usual one."""
_DRILL = ROOT / "backup" / "tests" / "test_drill.py"
"""A backup under load, a loss and a restore (docs/backup.md): three installations, one after the other."""
_UPGRADE = ROOT / "devstack" / "tests" / "run" / "test_upgrade.py"
"""The last release, brought to this commit and back under load (docs/operations.md)."""


@dataclass(frozen=True)
class Extra:
    """An extra stage. `missing` returns why it cannot run here, or an empty string, given whether it was named."""

    missing: Callable[[bool], str]
    run: Callable[[Runner], Count]

    def __call__(self, suite: Runner, named: bool) -> Count:
        """Run the stage, or count it as skipped and print the reason."""
        reason = self.missing(named)
        if not reason and not named and suite.left() < _LEAST_SECONDS:
            reason = "too little of the suite's time is left; it runs alone when it is named"
        if reason:
            control.say(f"  skipped: {reason}")
            return Count(skipped=1)
        return self.run(suite)


def _keycloak(suite: Runner) -> Count:
    """Run the browser tests of signing in with Keycloak, on a test stack that is restarted with it."""
    path = chromium.ensure()
    if spared := suite.spare(parts.KEYCLOAK):
        return spared
    os.environ["SIGN_IN"] = KEYCLOAK
    suite.started = suite.started and "partly"
    failed = suite.stack(whole=True)
    return failed if failed.failed else suite.run_playwright(parts.KEYCLOAK, "e2e-keycloak", path)


def _images(suite: Runner) -> Count:
    """Build the container images and run them with the infrastructure of the test stack."""
    from deploy import running

    place = ROOT / "deploy" / "running"
    if spared := suite.spare(parts.pytest(place)):
        return spared
    running.prepare()
    os.environ["SIGN_IN"] = OWN
    if suite.started == "whole":  # its processes have the ports
        control.down(suite.target, quiet=True)
        suite.started = ""
    failed = suite.stack(whole=False)
    return failed if failed.failed else suite.pytest(place)


def _images_missing(named: bool) -> str:
    from deploy import running  # other stages do not need the images' tools

    return running.missing(named)


def _chart(suite: Runner) -> Count:
    """Test docker-compose.yml and the Helm chart, with a real API server if one was built."""
    from deploy import compose

    if "chart" in suite.named:
        chart.prepare()
    compose.build()
    if spared := suite.spare(parts.CHART):
        return spared
    report = suite.results / "pytest-chart.xml"
    # Without the fixtures of the services, which the chart's tests do not need and which take seconds to load.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--confcutdir=charts",
        f"--junitxml={report}",
        "charts/tests",
        "deploy/compose",
    ]
    begun = time.monotonic()
    done = bounded.run(command, suite.left(), ROOT)
    count = counted(report) or Count(failed=1)
    if done.returncode:
        control.say(done.output)
    suite.kept.note(parts.CHART, count, time.monotonic() - begun)
    return count


def _chart_missing(named: bool) -> str:
    from deploy import compose

    return "" if named else chart.missing() or compose.missing()


def _installations(test: Path, variable: str, suite: Runner) -> Count:
    """Run a test that starts whole installations, which it does only if `variable` is set."""
    report = suite.results / f"pytest-{test.stem}.xml"
    # A busy machine takes longer than the ten minutes after which other tests count as hung.
    options = [f"--junitxml={report}", "-o", "faulthandler_timeout=3600"]
    control.say(suite.run_pytest(test, options, {variable: "1"}).output)
    return counted(report) or Count(failed=1)


def _when_named(name: str) -> Callable[[bool], str]:
    reason = f"it takes minutes; `make test ONLY={name}` runs it, and `make test ALL=1` too"
    return lambda named: "" if named or everything() else reason


EXTRAS = {
    "keycloak": Extra(lambda _: keycloak.missing(), _keycloak),
    "chart": Extra(_chart_missing, _chart),
    "images": Extra(_images_missing, _images),
    "drill": Extra(_when_named("drill"), partial(_installations, _DRILL, "STAFFROOM_DRILL")),
    "upgrade": Extra(_when_named("upgrade"), partial(_installations, _UPGRADE, "STAFFROOM_UPGRADE")),
}
"""By name, in the order in which they run."""
