"""Preparations: Node and the web's packages."""

from pathlib import Path

import pytest

from devstack import prepare
from devstack.layout import Trouble


def test_old_node_is_refused_with_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text("#!/bin/sh\necho v18.20.0\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Trouble, match=r"Node v18\.20\.0 is too old: install Node 20 or newer"):
        prepare.check_node()
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    with pytest.raises(Trouble, match="Node with npm is missing: install"):
        prepare.check_node()
