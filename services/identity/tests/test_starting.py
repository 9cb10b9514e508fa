"""A web process of identity that could sign no token does not start to listen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("key", ["", "no file", "no key"])
def test_without_its_signing_key_it_ends_and_says_why(tmp_path: Path, key: str) -> None:
    path = tmp_path / "signing.pem"
    if key == "no key":
        path.write_text("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n")
    environment = {**os.environ, "STAFFROOM_SIGNING_KEY": str(path) if key else "", "STAFFROOM_HTTP_PORT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "kit", "web", "identity"], env=environment, capture_output=True, text=True, timeout=60,
        check=False,
    )  # fmt: skip
    assert done.returncode == 1
    said = done.stderr.strip().splitlines()[-1]
    reason = {"": "names the PEM file of the RSA key", "no file": "No such file or directory", "no key": "no RSA key"}
    assert said.startswith("STAFFROOM_SIGNING_KEY: ")
    assert reason[key] in said
