"""Restore in place: a server's data are replaced while it stands still, and stay beside the new ones."""

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
"""End of the name of the folder with the data before; the next restore removes it."""
_RESTORED = ".restored"


def check(settings: Settings, name: str, at: datetime | None, data: Path, owner: Owner, emptied: Sequence[Path]) -> str:
    """Look whether `replace` would begin. Returns the name of the backup; raises Failure."""
    _check_folders(emptied)
    _make_parent(data, owner)
    return restore.check(settings, name, at, _beside(data, _RESTORED, "-check"))


def replace(
    settings: Settings, name: str, at: datetime | None, data: Path, owner: Owner, emptied: Sequence[Path],
    say: Callable[[str], None], *, accept_missing: bool,
) -> dict[str, object]:  # fmt: skip
    """Restore into the place of `data`, PostgreSQL's folder, whose server is stopped, and empty other folders: those of
    servers whose content follows from the databases. Returns what `restored.json` says.

    Raises:
        Failure: nothing was replaced. The store may hold objects more than before: those that had been restored.
    """
    _check_folders(emptied)
    _make_parent(data, owner)
    into, aside = _beside(data, _RESTORED), _beside(data, REPLACED)
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


def _beside(data: Path, *ends: str) -> Path:
    return data.with_name(data.name + "".join(ends))


def _make_parent(data: Path, owner: Owner) -> None:
    """On a new machine no server has made it yet."""
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
