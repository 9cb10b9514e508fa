"""The state folder of an instance, which only its owner may read."""

import os
import stat
import subprocess
import sys
from pathlib import Path

from devstack.layout import TEST_INSTANCE, Instance, make_state
from devstack.run.control import UMASK
from devstack.stack import components, keys


def _open_to_others(folder: Path) -> list[str]:
    """Return the paths that others may read or enter."""
    return [
        str(path.relative_to(folder))
        for path in (folder, *folder.rglob("*"))
        if path != folder and not path.is_symlink() and stat.S_IMODE(path.stat().st_mode) & 0o077
    ]


def test_only_owner_reads_state(tmp_path: Path) -> None:
    target = Instance(TEST_INSTANCE, 20_000, "127.0.0.1", tmp_path / "root" / "state")
    target.state.mkdir(parents=True)
    old = target.state / "nats"  # as an earlier release left it
    old.mkdir(mode=0o755)
    (target.state / "status.json").write_text("{}")
    (target.state / "status.json").chmod(0o644)
    before = os.umask(0o022)
    try:
        make_state(target)
        components.nats_config(target)
        components.valkey_accounts(target)
        keys.signing_key(target)
    finally:
        os.umask(before)
    assert _open_to_others(target.state) == []
    assert stat.S_IMODE(target.state.stat().st_mode) == 0o711, "PostgreSQL passes through as another user"


def test_files_of_processes_are_closed_to_others(tmp_path: Path) -> None:
    """The supervisor starts with a umask, so that other users cannot read files of its components."""
    folder = tmp_path / "folder"
    program = f"import pathlib; one = pathlib.Path({str(folder)!r}); one.mkdir(); (one / 'file').write_text('x')"
    subprocess.run([sys.executable, "-c", program], check=True, umask=UMASK)
    assert _open_to_others(tmp_path) == []


def test_key_of_a_restore_is_added_to_the_others(tmp_path: Path) -> None:
    target = Instance(TEST_INSTANCE, 20_000, "127.0.0.1", tmp_path / "state")
    make_state(target)
    own = keys.backup_key(target).read_text()
    given = tmp_path / "given.key"
    given.write_text("AGE-SECRET-KEY-1GIVEN\n")
    keys.add_backup_key(target, given)
    keys.add_backup_key(target, given)
    assert keys.backup_key(target).read_text() == f"AGE-SECRET-KEY-1GIVEN\n{own}"
