"""Backups of a real PostgreSQL: the states that are restored, and the refusals with their texts."""

from __future__ import annotations

import errno
import json
import re
import signal
import time
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pyrage
import pytest

from backup import manifest, segments
from backup.__main__ import main
from backup.programs import alone
from backup.store import Store
from backup.tests.conftest import OWNER, Installation, numbers, running

pytestmark = pytest.mark.component


def refused(capsys: pytest.CaptureFixture[str], code: int, sentence: str, *arguments: str) -> None:
    """Run the command and check its exit code and text."""
    capsys.readouterr()
    assert main(list(arguments)) == code
    assert sentence in capsys.readouterr().err


def refused_at_once(
    capsys: pytest.CaptureFixture[str], installation: Installation, code: int, sentence: str, *more: str
) -> None:
    """Check that a restore ends like this, and that its check before stopping anything says the same."""
    refused(capsys, code, sentence, *restored(installation, *more))
    refused(capsys, code, sentence, *restored(installation, "--check", *more))


def restored(installation: Installation, *more: str) -> list[str]:
    return ["restore", "latest", *more, "--into", str(installation.folder / "no"), "--owner", str(OWNER)]


def await_wal(installation: Installation, seconds: float = 60) -> None:
    """Wait until all committed changes are in the target."""
    moment = installation.now()
    until = time.monotonic() + seconds
    while True:
        for path in installation.target.glob(f"wal/*/{segments.NEWEST}"):
            if json.loads(path.read_text())["at"].replace(" ", "T") > moment:
                return
        assert time.monotonic() < until, "the WAL does not reach the target"
        time.sleep(0.1)


def await_backups(installation: Installation, count: int, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while len(list(installation.target.glob("backups/*/manifest.json"))) < count:
        assert time.monotonic() < until, "no backup is made"
        time.sleep(0.1)


def only_backup(installation: Installation) -> Path:
    [backup] = installation.target.glob("backups/*")
    return backup


def test_backup_holds_rows_objects_secrets_and_positions(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    installation.write(1, 2)
    installation.upload("ab/abc", b"a contract" * 10_000)
    installation.upload("cd/cde", b"")
    with psycopg.connect(installation.url("staffroom_identity")) as identity:
        identity.execute("insert into session values (now() + interval '1 hour', null, '', 1, now())")
        identity.execute("insert into event_position values ('files.file.changed', 17), ('people.person.changed', 3)")
    assert main(["once"]) == 0
    assert main(["verify"]) == 0
    installation.write(3)
    into = installation.restore("latest")
    done = json.loads((into / "restored.json").read_text())
    assert done["streams"] == {"files": 17, "people": 3, "identity": 0}
    assert (done["sessions_ended"], done["objects"], done["objects_missing"]) == (1, 2, [])
    assert numbers(into) == [1, 2]
    assert (into / "objects" / "ab" / "abc").read_bytes() == b"a contract" * 10_000
    assert (into / "objects" / "cd" / "cde").read_bytes() == b""
    assert json.loads((into / "secrets" / "secrets.json").read_text()) == {"service_key": "a secret"}
    with running(into / "data") as connection:
        address = f"host={connection.info.host} user=postgres dbname=staffroom_identity"
        with psycopg.connect(address) as identity:
            assert identity.execute("select end_reason from session where ended is not null").fetchall() == [
                ("ended by a restore",)
            ]
    assert b"a contract" not in b"".join(path.read_bytes() for path in installation.target.rglob("*") if path.is_file())


def test_any_time_after_a_backup_can_be_restored(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    installation.write(1)
    before = installation.now()
    with installation.process("keep"):
        await_wal(installation)
        while not list(installation.target.glob("backups/*/manifest.json")):
            time.sleep(0.2)
        moments = []
        for number in range(2, 5):
            installation.write(number)
            installation.upload(f"00/{number}", b"%d" % number)
            moments.append(installation.now())
            time.sleep(0.05)
        await_wal(installation)
    assert numbers(installation.restore("latest", "--at", moments[0])) == [1, 2]
    into = installation.restore("latest", "--at", moments[1])
    assert numbers(into) == [1, 2, 3]
    assert sorted(path.name for path in (into / "objects").rglob("*") if path.is_file()) == ["2", "3"]
    assert numbers(installation.restore("latest", "--at", moments[2])) == [1, 2, 3, 4], "nothing is newer"
    assert numbers(installation.restore("latest")) == [1, 2, 3, 4]
    refused_at_once(capsys, installation, 65, "The backup reaches to", "--at", "2999-01-01T00:00Z")
    refused_at_once(capsys, installation, 65, "No backup is older than that moment", "--at", before)
    assert main(restored(installation, "--check", "--at", moments[1])) == 0
    assert only_backup(installation).name in capsys.readouterr().out
    assert not (installation.folder / "no").exists()


def test_wal_continues_where_a_killed_process_stopped(installation: Installation) -> None:
    with installation.process("wal"):
        await_wal(installation)
        installation.write(1)
        assert main(["once"]) == 0
    for number in range(2, 5):
        with installation.process("wal"):
            installation.write(number)
            with psycopg.connect(installation.components.admin_url, autocommit=True) as admin:
                admin.execute("select pg_switch_wal()")
            await_wal(installation)
    installation.write(99)  # never stored
    assert numbers(installation.restore("latest")) == [1, 2, 3, 4]
    assert numbers(installation.restore(only_backup(installation).name)) == [1], "a backup by its name is its moment"


@pytest.mark.all
def test_restore_never_skips_a_gap_in_the_wal(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    with installation.process("wal"):
        await_wal(installation)
        assert main(["once"]) == 0
        for number in range(1, 4):
            installation.write(number)
            with psycopg.connect(installation.components.admin_url, autocommit=True) as admin:
                admin.execute("select pg_switch_wal()")
            await_wal(installation)
        moment = installation.now()
        installation.write(4)
        await_wal(installation)
    store = Store(installation.target.as_uri())
    known, _ = segments.stored(store, manifest.find(store, "latest").system)
    (installation.target / known[-3].path).unlink()
    refused(capsys, 65, "WAL before that moment is lost", *restored(installation, "--at", moment))
    assert not (installation.folder / "no").exists()


@pytest.mark.all
def test_wal_that_starts_late_needs_a_new_backup(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody received the log between a backup and the start of the first receiving process."""
    assert main(["once"]) == 0
    installation.write(1)
    with psycopg.connect(installation.components.admin_url, autocommit=True) as admin:
        admin.execute("select pg_switch_wal()")
    installation.write(2)
    with installation.process("wal") as receiving:
        assert receiving.stderr is not None
        assert b"a backup has to be made" in receiving.stderr.readline()
        installation.write(3)
        time.sleep(3)
    assert numbers(installation.restore("latest")) == [], "the backup, and not what cannot follow it"
    refused_at_once(capsys, installation, 65, "The backup reaches to", "--at", installation.now())
    with installation.process("keep"):
        await_backups(installation, 2)
        installation.write(4)
        await_wal(installation)
    assert numbers(installation.restore("latest")) == [1, 2, 3, 4]


@pytest.mark.all
def test_wal_that_the_server_dropped_leads_to_a_new_backup(
    installation: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Backups were off for so long that the server dropped their slot (`max_slot_wal_keep_size`)."""
    with installation.process("keep"):
        installation.write(1)
        await_backups(installation, 1)
        await_wal(installation)
    with psycopg.connect(installation.components.admin_url, autocommit=True) as admin:
        admin.execute("alter system set max_slot_wal_keep_size = '1MB'")
        admin.execute("select pg_reload_conf()")
        for number in range(2, 6):
            installation.write(number)
            admin.execute("select pg_switch_wal()")
            admin.execute("checkpoint")
        [(status,)] = admin.execute("select wal_status from pg_replication_slots").fetchall()
        admin.execute("alter system reset max_slot_wal_keep_size")
        admin.execute("select pg_reload_conf()")
    assert status == "lost"
    with installation.process("keep"):
        await_backups(installation, 2)
        installation.write(6)
        await_wal(installation)
    assert numbers(installation.restore("latest")) == [1, 2, 3, 4, 5, 6]


def test_time_between_restore_point_and_restore_is_refused(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """Changes between the restored time and the restore itself belong to no later state."""
    with installation.process("wal"):
        await_wal(installation)
        assert main(["once"]) == 0
        moments = []
        for number in range(1, 4):
            installation.write(number)
            moments.append(datetime.fromisoformat(installation.now()))
            time.sleep(0.05)
        await_wal(installation)
    store = Store(installation.target.as_uri())
    backup = manifest.find(store, "latest")
    history = f"1\t0/3000000\tbefore {moments[0].astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}+00\n"
    fork = segments.fork_of("00000002.history", history, moments[2])
    assert fork == segments.Fork(2, moments[0], moments[2])
    assert segments.fork_of("00000002.history", "1\t0/3000000\tno recovery target specified\n", moments[2]) is None
    segments.write_fork(store, backup.system, fork)
    assert segments.forks(store, backup.system) == [fork]
    refused_at_once(capsys, installation, 65, "was left by a restore", "--at", moments[1].isoformat())
    assert numbers(installation.restore("latest", "--at", moments[0].isoformat())) == [1]


def test_wrong_key_is_refused(
    installation: Installation, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["once"]) == 0
    other = installation.folder / "other"
    other.write_text(str(pyrage.x25519.Identity.generate()))
    monkeypatch.setenv("STAFFROOM_BACKUP_IDENTITY", str(other))
    refused_at_once(capsys, installation, 77, "was not encrypted for this key")
    monkeypatch.setenv("STAFFROOM_BACKUP_IDENTITY", str(installation.folder / "secrets.json"))
    refused_at_once(capsys, installation, 77, "was not encrypted for this key")
    monkeypatch.setenv("STAFFROOM_BACKUP_RECIPIENT", "age1nobody")
    refused(capsys, 78, "STAFFROOM_BACKUP_RECIPIENT", "once")
    monkeypatch.delenv("STAFFROOM_BACKUP_TO")
    refused(capsys, 78, "STAFFROOM_BACKUP_TO", "list")
    assert not (installation.folder / "no").exists()


@pytest.mark.parametrize("piece", ["base.tar.zst.age", "objects.txt", "object", "gone"])
def test_changed_byte_is_reported(installation: Installation, capsys: pytest.CaptureFixture[str], piece: str) -> None:
    installation.upload("ab/abc", b"a contract")
    assert main(["once"]) == 0
    assert main(["verify"]) == 0
    backup = only_backup(installation)
    [stored] = installation.target.glob("objects/ab/*")
    path = stored if piece == "object" else backup / ("base.tar.zst.age" if piece == "gone" else piece)
    if piece == "gone":
        path.unlink()
        refused(capsys, 65, "base.tar.zst.age is missing", "verify")
        return
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    refused(capsys, 65, "differs from what was written" if piece != "objects.txt" else "is missing", "verify")
    if piece != "objects.txt":
        refused(capsys, 65, "is damaged", *restored(installation))


def test_interrupted_backup_does_not_exist(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    installation.write(1)
    assert main(["once"]) == 0
    whole = only_backup(installation)
    for number in (signal.SIGKILL, signal.SIGTERM):
        time.sleep(1.1)  # names have a resolution of one second
        with installation.process("once") as child:
            until = time.monotonic() + 30
            while not list(installation.target.glob("backups/*/base*.draft")):
                assert time.monotonic() < until
                time.sleep(0.002)
            child.send_signal(number)
            child.wait(30)
        capsys.readouterr()
        assert main(["list"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 1
        assert main(["verify"]) == 0
    time.sleep(1.1)
    installation.write(2)
    assert main(["once"]) == 0
    assert len(list(installation.target.glob("backups/*"))) == 2, "the rest of those before is gone"
    assert not list(installation.target.rglob("*.draft"))
    assert whole.exists()
    assert numbers(installation.restore("latest")) == [1, 2]


def test_target_of_another_installation_is_refused(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first backup of a new, empty installation with the old settings would be `latest` and displace the others."""
    assert main(["once"]) == 0
    path = only_backup(installation) / "manifest.json"
    path.write_text(re.sub(r'"system": "\d+"', '"system": "7000000000000000001"', path.read_text()))
    before = sorted(installation.target.rglob("*"))
    refused(capsys, 78, "holds the backups of another database", "once")
    assert sorted(installation.target.rglob("*")) == before


def test_second_backup_and_unreachable_services_fail(
    installation: Installation, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (["verify"], ["list"], restored(installation), restored(installation, "--check")):
        refused(capsys, 65, "holds no complete backup", *command)
    with alone(installation.components.admin_url):
        refused(capsys, 75, "Another backup of this database", "once")
    assert main(["once"]) == 0
    into = installation.folder / "there"
    into.mkdir()
    refused(capsys, 78, "exists", "restore", "latest", "--into", str(into), "--owner", str(OWNER))
    refused(capsys, 65, "There is no backup nothing", "restore", "nothing", *restored(installation)[2:])
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("Usage", (), {"free": 1 << 20})())
    refused_at_once(capsys, installation, 73, "1 MB free")
    monkeypatch.setenv("STAFFROOM_BACKUP_DATABASE_URL", "postgresql://staffroom_backup@127.0.0.1:1/postgres")
    refused(capsys, 69, "The database is out of reach", "once")
    monkeypatch.setenv("STAFFROOM_BACKUP_TO", (installation.folder / "not" / "mounted").as_uri())
    refused(capsys, 69, "cannot be used", "once")


@pytest.mark.all
def test_full_target_leaves_earlier_backups_intact(
    installation: Installation, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["once"]) == 0
    time.sleep(1.1)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("backup.store.os.fsync", full)
        refused(capsys, 73, "is full: free some space", "once")
    assert len(manifest.find_all(Store(installation.target.as_uri()))) == 1
    assert main(["verify"]) == 0
