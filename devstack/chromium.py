"""The system's Chromium for the browser tests."""

import os
import shutil
from pathlib import Path

from devstack import debian
from devstack.layout import Trouble

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first draws no window and takes a quarter less processor time for the same tests."""
PACKAGES = ("chromium-headless-shell", "chromium")
MAC = (
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
)


def find() -> str | None:
    """Path of a Chromium, or None. CHROMIUM_PATH goes before anything else."""
    if chosen := os.environ.get("CHROMIUM_PATH"):
        return chosen
    for name in NAMES:
        if path := shutil.which(name):
            return path
    return next((str(path) for path in MAC if path.exists()), None)


def ensure() -> str:
    """Path of a Chromium, installed from Debian's packages when we may.

    Raises:
        Trouble: there is none and it cannot be installed; says how.
    """
    if path := find():
        return path
    if debian.may_install():
        print("Installing Debian's chromium for the browser tests", flush=True)
        for package in PACKAGES:
            debian.install(package)
            if path := find():
                return path
    raise Trouble(
        "The browser tests need Chromium: install it (Debian: `apt-get install chromium`, macOS: "
        "`brew install --cask chromium`) or name it in CHROMIUM_PATH."
    )
