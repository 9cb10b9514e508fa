"""The stage `drill` of the suite (docs/backup.md): it starts three installations one after the other."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from devstack import control
from devstack.bounded import Ended
from devstack.counting import Count, junit
from devstack.layout import ROOT

_TEST = ROOT / "backup" / "tests" / "test_drill.py"


def run(pytest: Callable[[Path, Sequence[str], Mapping[str, str]], Ended], report: Path, named: bool) -> Count:
    """Run the drill where it is named."""
    if not named:
        control.say("  skipped: it takes minutes; `make test ONLY=drill` runs it")
        return Count(skipped=1)
    # A busy machine takes longer than the ten minutes after which any other test is taken for hung.
    options = [f"--junitxml={report}", "-o", "faulthandler_timeout=3600"]
    control.say(pytest(_TEST, options, {"STAFFROOM_DRILL": "1"}).output)
    return junit(report)
