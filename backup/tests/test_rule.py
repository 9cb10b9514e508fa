"""The retention rule, and the files that are removed with a backup."""

from __future__ import annotations

import os
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import ValidationError

from backup import expiry, keeping, manifest, objects
from backup.failures import Failure
from backup.manifest import Manifest, Piece
from backup.settings import Settings
from backup.store import Store

_LAST = datetime(2026, 11, 25, 2, 0, tzinfo=UTC)


def of(moment: datetime, first_wal: str = "000000010000000000000009") -> Manifest:
    name = moment.strftime("%Y-%m-%dT%H%M%SZ")
    return Manifest(name, moment, moment + timedelta(minutes=5), "77", 1, first_wal, "postgres", 0, ())


def days(backups: list[Manifest]) -> list[str]:
    return [one.ended.strftime("%d.%m.") for one in backups]


def test_rule_keeps_newest_backup_of_days_weeks_and_months() -> None:
    year = [of(_LAST - timedelta(days=ago)) for ago in range(400, -1, -1)]
    assert days(expiry.kept(year, "7d")) == ["19.11.", "20.11.", "21.11.", "22.11.", "23.11.", "24.11.", "25.11."]
    assert days(expiry.kept(year, "1d 4w")) == ["08.11.", "15.11.", "22.11.", "24.11.", "25.11."]
    assert days(expiry.kept(year, "1d 3m")) == ["30.09.", "31.10.", "24.11.", "25.11."]
    assert len(expiry.kept(year, "7d 4w 12m")) == 7 + 2 + 11
    assert expiry.kept([], "7d") == []


def test_manual_backup_displaces_no_scheduled_one() -> None:
    known = [of(_LAST), of(_LAST + timedelta(hours=3)), of(_LAST + timedelta(hours=5))]
    assert expiry.kept(known, "1d") == known


def test_only_files_outside_kept_backups_are_removed(tmp_path: Path) -> None:
    store = Store(tmp_path.as_uri())
    assert expiry.expire(store, "1d", _LAST) == 0, "without a backup nothing goes"
    old, new = of(_LAST - timedelta(days=9), "000000010000000000000002"), of(datetime.now(UTC))
    for one, keys in ((old, "aa/old\nbb/both\n"), (new, "bb/both\ncc/new\n")):
        store.write(one.path(objects.INDEX), keys.encode())
        one.write(store)
    store.write("backups/half/base.tar.zst.age", b"")
    for key in ("aa/old", "bb/both", "cc/new"):
        store.write(f"objects/{key}.hash", b"")
        os.utime(tmp_path / f"objects/{key}.hash", (yesterday := time.time() - 86_400, yesterday))
    for number in range(1, 12):
        store.write(f"wal/77/{f'00000001{number:016X}'}.hash", b"")
    expiry.expire(store, "1d", datetime.now(UTC))
    left = [entry.name for entry in store.entries()]
    assert [name for name in left if name.startswith("backups")] == [new.path(), new.path(objects.INDEX)]
    assert [name for name in left if name.startswith("wal")] == [f"wal/77/00000001{n:016X}.hash" for n in (9, 10, 11)]
    assert [name for name in left if name.startswith("objects")] == ["objects/bb/both.hash", "objects/cc/new.hash"]


def test_objects_newer_than_the_oldest_kept_backup_stay(tmp_path: Path) -> None:
    """They may belong to a point in time between two backups."""
    store = Store(tmp_path.as_uri())
    one = of(datetime.now(UTC) - timedelta(days=1))
    store.write(one.path(objects.INDEX), b"")
    one.write(store)
    store.write("objects/aa/between.hash", b"")
    assert expiry.expire(store, "1d", datetime.now(UTC)) == 0


def test_backup_is_due_once_a_day(tmp_path: Path) -> None:
    store = Store(tmp_path.as_uri())
    assert keeping.due(store, "02:00", _LAST)
    of(_LAST + timedelta(seconds=1)).write(store)
    assert not keeping.due(store, "02:00", _LAST + timedelta(hours=23, minutes=59))
    assert keeping.due(store, "02:00", _LAST + timedelta(hours=24))


@pytest.mark.parametrize("name, value", [("keep", "7"), ("keep", ""), ("at", "26:00"), ("every", 0), ("every", 3600)])
def test_wrong_settings_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError, match=name):
        Settings.model_validate({"to": "file:///tmp/x", name: value})


def test_manifest_round_trip(tmp_path: Path) -> None:
    store = Store(tmp_path.as_uri())
    one = Manifest("n", _LAST, _LAST, "77", 1, "0" * 24, "postgres", 3, (Piece("base", 1, "ab", 2),))
    one.write(store)
    assert manifest.find_all(store) == [one]
    assert manifest.find(store, "latest") == one


def test_older_release_reads_manifest_with_additional_fields(tmp_path: Path) -> None:
    """After a downgrade the older release meets manifests of the newer one."""
    store = Store(tmp_path.as_uri())
    one = Manifest("n", _LAST, _LAST, "77", 1, "0" * 24, "postgres", 3)
    one.write(store)
    path = tmp_path / one.path()
    path.write_text(path.read_text().replace("{", '{"told_later": 1,', 1))
    assert manifest.find(store, "latest") == one
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(Failure, match="made by a later release"):
        manifest.find(store, "latest")
