"""Restore in place: the data of a stopped server are replaced, and the old data stay next to the new."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from backup import restore
from backup.failures import CONFIG, Failure, of_target
from backup.recovery import Owner
from backup.settings import Settings

REPLACED = ".replaced"
"""Suffix of the folder that holds the replaced data; the next restore removes it."""
_RESTORED = ".restored"


def check(settings: Settings, name: str, at: datetime | None, data: Path, owner: Owner, emptied: Sequence[Path]) -> str:
    """Check that `replace` can start. Returns the name of the backup; raises Failure."""
    _check_folders(emptied)
    _make_parent(data, owner)
    return restore.check(settings, name, at, _sibling(data, _RESTORED, "-check"))


def replace(
    settings: Settings,
    name: str,
    at: datetime | None,
    data: Path,
    owner: Owner,
    emptied: Sequence[Path],
    say: Callable[[str], None],
    *,
    accept_missing: bool,
) -> dict[str, object]:
    """Restore over `data`, PostgreSQL's data folder, whose server is stopped. Also empty other folders, of servers
    whose content derives from the databases. Returns the content of `restored.json`.

    Raises:
        Failure: nothing was replaced. The store may hold additional objects, restored before the failure.
    """
    _check_folders(emptied)
    _make_parent(data, owner)
    into, aside = _sibling(data, _RESTORED), _sibling(data, REPLACED)
    try:
        shutil.rmtree(into, ignore_errors=True)
        done = restore.restore(settings, name, at, into, owner, say, accept_missing=accept_missing)
        if data.exists():
            shutil.rmtree(aside, ignore_errors=True)
            data.rename(aside)
        (into / "data").rename(data)
        shutil.rmtree(into)
        for folder in emptied:
            _empty(folder)
    except OSError as error:
        raise of_target(error, str(data)) from error
    return done


def _sibling(data: Path, *ends: str) -> Path:
    return data.with_name(data.name + "".join(ends))


def _make_parent(data: Path, owner: Owner) -> None:
    """Create the parent folder, which is missing on a new machine."""
    if not data.parent.exists():
        data.parent.mkdir(parents=True)
        if os.geteuid() == 0:
            os.chown(data.parent, owner.uid, owner.uid)


def _check_folders(emptied: Sequence[Path]) -> None:
    for folder in emptied:
        if not folder.is_dir():
            raise Failure(CONFIG, f"{folder} is not there: nothing can be emptied.")


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
