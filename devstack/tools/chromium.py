"""The machine's Chromium, for browser tests and PDFs."""

import os
import shutil
from functools import cache
from pathlib import Path

from devstack.layout import Trouble
from devstack.tools import debian

SHELL = "chromium-headless-shell"
"""A Chromium without windows. It takes a fifth less processor time for the same page."""
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)


def find() -> str | None:
    """Return the path of a Chromium, or None. CHROMIUM_PATH comes first."""
    if chosen := os.environ.get("CHROMIUM_PATH"):
        return chosen
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((str(path) for path in MAC if path.exists()), None)


@cache
def install() -> None:
    """Try once to install Debian's headless Chromium if we may, or any Chromium if there is none."""
    if not debian.may_install() or os.environ.get("CHROMIUM_PATH") or shutil.which(SHELL):
        return
    for package in (SHELL,) if find() else (SHELL, "chromium"):
        print(f"Installing Debian's {package} for the browser tests", flush=True)
        debian.install(package)
        if shutil.which(package):
            return


def ensure() -> str:
    """Return the path of a Chromium, Debian's headless one where we may install it.

    Raises:
        Trouble: there is none and it cannot be installed; with the remedy.
    """
    install()
    if path := find():
        return path
    raise Trouble(
        "The browser tests need Chromium: install it (Debian: `apt-get install chromium`, macOS: "
        "`brew install --cask chromium`) or name it in CHROMIUM_PATH."
    )
