"""A web process of identity that cannot sign tokens does not start to listen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("key", ["", "no file", "no key"])
def test_missing_signing_key_ends_the_process_with_a_message(tmp_path: Path, key: str) -> None:
    path = tmp_path / "signing.pem"
    if key == "no key":
        path.write_text("-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n")
    environment = {**os.environ, "STAFFROOM_SIGNING_KEY": str(path) if key else "", "STAFFROOM_HTTP_PORT": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "kit", "web", "identity"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    message = done.stderr.strip().splitlines()[-1]
    reason = {"": "names the PEM file of the RSA key", "no file": "No such file or directory", "no key": "no RSA key"}
    assert message.startswith("STAFFROOM_SIGNING_KEY: ")
    assert reason[key] in message
