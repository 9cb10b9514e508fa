"""The changelog: the changes since the last release, and the text of a release."""

import re
from datetime import date
from pathlib import Path

from devstack.layout import ROOT, Trouble

PATH = ROOT / "docs" / "changelog.md"
_OPEN = "## Unreleased\n"


def close(version: str, today: date, path: Path = PATH) -> None:
    """Move the entries under Unreleased to a heading with a version and a day.

    Raises:
        Trouble: nothing stands there.
    """
    text = path.read_text()
    if not _section(text, "Unreleased"):
        raise Trouble(f"Nothing stands under Unreleased in {path.name}: say there what changes for people.")
    path.write_text(text.replace(_OPEN, f"{_OPEN}\n## {version}, {today.isoformat()}\n", 1))


def notes(version: str, path: Path = PATH) -> str:
    """Return the text of one release.

    Raises:
        Trouble: there is none.
    """
    section = _section(path.read_text(), re.escape(version) + r", [-\d]+")
    if not section:
        raise Trouble(f"{path.name} says nothing of {version}: `make release VERSION={version}` makes it a release.")
    return section


def _section(text: str, title: str) -> str:
    match = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    return match[1].strip() if match else ""
